"""A headless Chromium that notes everything a page asks for or complains about."""

import base64
import json
import shutil
from contextlib import contextmanager

from selenium import webdriver
from selenium.webdriver.chrome.service import Service


def why_not():
    """What is missing here, as a sentence; empty when a browser can run."""
    for program, package in (("chromium", "chromium"), ("chromedriver", "chromium-driver")):
        if not shutil.which(program):
            return f"expected {program} on this machine, came nothing; install {package}"
    return ""


class Browser:
    def __init__(self, driver):
        self.driver = driver

    def open(self, path, scripts=True, width=1280, height=1000):
        """Loads a file and waits until its figures are drawn."""
        self.command("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.driver.set_window_size(width, height)
        self._messages()
        self.driver.get(path.resolve().as_uri())
        if scripts:
            self.wait("document.documentElement.dataset.drawn === 'yes'")

    def wait(self, condition):
        done = self.driver.execute_async_script(
            "const done = arguments[0]; let left = 200;"
            f"(function look() {{ if ({condition}) return done(true); if (--left < 0) return done(false);"
            " setTimeout(look, 50); })();"
        )
        assert done, f"expected {condition} within ten seconds, came nothing"

    def ask(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def emulate(self, media="", scheme="light"):
        self.command("Emulation.setEmulatedMedia", media=media,
                     features=[{"name": "prefers-color-scheme", "value": scheme}])

    def complaints(self):
        """What the console and the security policy said since the last call of either kind."""
        return [entry for entry in self.driver.get_log("browser")]

    def requests(self):
        """Every address that was asked for since the last call, the file itself first."""
        return [message["params"]["request"]["url"] for message in self._messages()
                if message["method"] == "Network.requestWillBeSent"]

    def _messages(self):
        return [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]

    def picture(self, selector, file):
        """What the element looks like, two pixels a point, whole even where it is taller than the window."""
        box = self.ask(
            "const box = document.querySelector(arguments[0]).getBoundingClientRect();"
            "return {x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height};", selector)
        shot = self.command("Page.captureScreenshot", captureBeyondViewport=True, clip={**box, "scale": 2})
        file.write_bytes(base64.b64decode(shot["data"]))


@contextmanager
def browser():
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--force-device-scale-factor=1"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
    driver.set_script_timeout(30)
    try:
        yield Browser(driver)
    finally:
        driver.quit()
