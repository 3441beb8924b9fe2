// What a word means, beside it while the pointer or the keyboard is on it. Without scripts the word leads to the same text
// at the end of the page, which also describes it to a screen reader: so the box is for eyes only.
const aboutBox = document.createElement("div");
aboutBox.id = "about";
aboutBox.hidden = true;
aboutBox.setAttribute("aria-hidden", "true");
document.body.append(aboutBox);
let aboutWord = null;

function placeAbout() {
  if (!aboutWord) return;
  const word = aboutWord.getBoundingClientRect();
  const box = aboutBox.getBoundingClientRect();
  // It touches the word, so that a pointer can go there without losing it.
  const below = word.bottom + box.height <= innerHeight || word.top < box.height;
  aboutBox.style.left = `${Math.max(4, Math.min(word.left, innerWidth - box.width - 4))}px`;
  aboutBox.style.top = `${below ? word.bottom : word.top - box.height}px`;
}

function showAbout(word) {
  aboutWord = word;
  aboutBox.hidden = !word;
  if (!word) return;
  const lines = [...document.getElementById(word.getAttribute("aria-describedby")).children];
  aboutBox.textContent = lines.map((line) => line.textContent).join("\n");
  placeAbout();
}

const focusedWord = () => document.activeElement.closest("a.word:focus-visible");

document.addEventListener("pointerover", (event) => {
  const word = event.target.closest("a.word");
  if (word) showAbout(word);
  else if (aboutWord && !event.target.closest("#about")) showAbout(focusedWord());
});
document.documentElement.addEventListener("pointerleave", () => showAbout(focusedWord()));
document.addEventListener("focusin", () => showAbout(focusedWord()));
document.addEventListener("focusout", () => showAbout(null));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") showAbout(null);
});
// Focus may scroll, a table within itself too.
document.addEventListener("scroll", placeAbout, { capture: true, passive: true });
