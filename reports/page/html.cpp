// Every text goes through `escaped`: names come from files that anybody may have written.
#include "reports/page/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "core/base/assert.hpp"
#include "core/base/embedded.hpp"
#include "reports/base/xml.hpp"
#include "reports/page/content_hash.hpp"
#include "reports/page/page.hpp"
#include "reports/page/word_links.hpp"

namespace gin::embedded {
std::span<const File> page_parts();
}

namespace gin::reports {
namespace {

std::string part(std::string_view name) {
  const auto parts = embedded::page_parts();
  const auto found = std::ranges::find(parts, name, &embedded::File::name);
  GIN_ASSERT(found != parts.end());
  return std::string(found->text);
}

/// HTML takes every spelling that XML has, and what XML cannot hold is no text for a page either.
std::string escaped(const std::string& text) {
  return xml_quoted(text);
}

/// JSON may not end the element that it stands in; in JSON a < can only be inside a string.
std::string in_script(const std::string& json) {
  std::string safe;
  for (const char c : json) c == '<' ? safe += "\\u003c" : safe += c;
  return safe;
}

class Html {
 public:
  explicit Html(const Page& page) : page_(page), words_(page) {}

  std::string document() {
    const std::string style = part("style");
    const std::string vega = part("vega");
    const std::string script = part("figures") + part("tables") + part("words");
    const bool draws =
        std::ranges::any_of(page_.sections, [](const PageSection& section) { return !section.figures.empty(); });
    const std::string policy =
        fmt::format("default-src 'none'; script-src{}{} {}; style-src {}; base-uri 'none'; form-action 'none'",
                    draws ? " " : "", draws ? content_hash(vega) : "", content_hash(script), content_hash(style));
    text_ = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
    put("<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n", policy);
    text_ +=
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"ginlab\">\n";
    put("<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n", escaped(page_.title), style);
    head();
    text_ += "<main>\n";
    for (const PageSection& each : page_.sections) {
      words_.start();
      section(each);
    }
    text_ += "</main>\n";
    if (draws) text_ += "<script>" + vega + "</script>\n";
    text_ += "<script>" + script + "</script>\n</body>\n</html>\n";
    return std::move(text_);
  }

 private:
  template <class... Args>
  void put(fmt::format_string<Args...> text, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), text, std::forward<Args>(args)...);
  }

  void head() {
    text_ +=
        "<a class=\"skip\" href=\"#verdict\">To the verdict</a>\n<header>\n<p class=\"kind\">ginlab report</p>\n";
    put("<h1>{}</h1>\n", escaped(page_.title));
    if (!page_.description.empty()) put("<p class=\"lead\">{}</p>\n", escaped(page_.description));
    text_ += "<dl class=\"facts\">\n";
    for (const auto& [name, value] : page_.facts)
      put("<div><dt>{}</dt><dd>{}</dd></div>\n", escaped(name), escaped(value));
    text_ += "</dl>\n</header>\n<nav aria-label=\"Sections\"><ul>\n";
    for (const PageSection& section : page_.sections)
      put("<li><a href=\"#{}\">{}</a></li>\n", section.id, escaped(section.title));
    text_ += "</ul></nav>\n";
  }

  /// `name` and **strong** of the sentences, as marks; a contestant's name with its colour.
  std::string marked(const std::string& sentence) {
    std::string text;
    bool code = false;
    for (std::size_t begin = 0; begin <= sentence.size();) {
      const std::size_t end = std::min(sentence.find('`', begin), sentence.size());
      const std::string piece = sentence.substr(begin, end - begin);
      text += code ? name(piece) : strong(words_.in_text(piece));
      code = !code && sentence.find('`', end + 1) != std::string::npos;
      begin = end + 1;
    }
    return text;
  }

  static std::string strong(std::string text) {
    for (const char* mark : {"<strong>", "</strong>"})
      if (const auto at = text.find("**"); at != std::string::npos) text.replace(at, 2, mark);
    return text;
  }

  /// "gpu", or "bytes 8" where contestants are numbers.
  std::string name(const std::string& text) const {
    const auto known = std::ranges::find_if(page_.contestants, [&](const std::string& contestant) {
      return text == contestant || (contestant.size() < text.size() && text.ends_with(" " + contestant));
    });
    if (known == page_.contestants.end()) return fmt::format("<code>{}</code>", escaped(text));
    return fmt::format("<code class=\"mark mark-{}\">{}</code>", (known - page_.contestants.begin()) % marks_max,
                       escaped(text));
  }

  void section(const PageSection& section) {
    put("<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n", section.id,
        escaped(section.title));
    for (const std::string& each : section.text) put("<p>{}</p>\n", escaped(each));
    if (!section.command.empty()) put("<pre><code>{}</code></pre>\n", escaped(section.command));
    if (!section.sentences.empty()) {
      text_ += "<ul class=\"sentences\">\n";
      for (const Finding& finding : section.sentences) {
        put("<li>{}", marked(finding.sentence));
        if (!finding.details.empty()) text_ += "\n<ul>\n";
        for (const std::string& detail : finding.details) put("<li>{}</li>\n", marked(detail));
        text_ += finding.details.empty() ? "</li>\n" : "</ul></li>\n";
      }
      text_ += "</ul>\n";
    }
    for (const PageFigure& each : section.figures) figure(each);
    for (const PageTable& each : section.tables) table(each);
    for (const std::string& note : section.notes) put("<p class=\"note\">{}</p>\n", words_.in_text(note));
    if (!section.words.empty()) words(section);
    if (!section.lines.empty()) {
      text_ += "<ul class=\"lines\">\n";
      for (const std::string& line : section.lines) put("<li>{}</li>\n", escaped(line));
      text_ += "</ul>\n";
    }
    text_ += "</section>\n";
  }

  void words(const PageSection& section) {
    text_ += "<dl class=\"words\">\n";
    for (const PageWord& word : section.words) {
      put("<div><dt>{} <span>{}</span></dt><dd id=\"{}\">", escaped(word.name), escaped(word.kind), word.id);
      for (const std::string& line : word.lines) put("<p>{}</p> ", escaped(line));
      text_ += "</dd></div>\n";
    }
    text_ += "</dl>\n";
  }

  void figure(const PageFigure& figure) {
    put("<figure id=\"{}\">\n<figcaption><h3>{}</h3>\n<p>{}</p></figcaption>\n", figure.id, escaped(figure.title),
        escaped(figure.caption));
    text_ += "<div class=\"controls\">";
    if (!figure.choices.empty()) {
      put("<label>{} <select data-choice>", escaped(figure.choice));
      for (std::size_t i = 0; i < figure.choices.size(); ++i)
        put("<option value=\"{}\">{}</option>", i, escaped(figure.choices[i]));
      text_ += "</select></label>";
    }
    text_ += "<button type=\"button\" data-save>Save as SVG</button></div>\n";
    text_ +=
        "<div class=\"plot\"></div>\n<noscript><p class=\"note\">This figure is drawn by a script, and scripts do "
        "not run here; its numbers stand below.</p></noscript>\n";
    text_ += "<script type=\"application/json\" class=\"spec\">" + in_script(figure.spec) + "</script>\n";
    if (!figure.tables.empty()) {
      text_ += "<details><summary>Numbers of this figure</summary>\n";
      for (const PageTable& each : figure.tables) table(each);
      text_ += "</details>\n";
    }
    text_ += "</figure>\n";
  }

  void table(const PageTable& table) {
    words_.start();
    put("<div class=\"scroll{}\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\n",
        table.lines.size() > 40 ? " long" : "", escaped(table.caption));
    put("<table id=\"{}\"{}>\n<caption>{}</caption>\n<thead><tr>", table.id,
        table.sortable ? " class=\"sortable\"" : "", escaped(table.caption));
    for (const PageColumn& column : table.columns) {
      const std::string title = escaped(column.title);
      put("<th scope=\"col\"{}>{}</th>", column.align == Align::right ? " class=\"number\"" : "",
          table.sortable ? "<button type=\"button\">" + title + "</button>" : title);
    }
    text_ += "</tr></thead>\n<tbody>\n";
    for (const PageLine& each : table.lines) line(table, each);
    text_ += "</tbody>\n</table></div>\n";
  }

  void line(const PageTable& table, const PageLine& line) {
    text_ += "<tr";
    if (line.row) put(" data-row=\"{}\"", *line.row);
    if (line.opens || line.total) text_ += line.opens ? " class=\"opens\"" : " class=\"total\"";
    text_ += ">";
    for (std::size_t i = 0; i < line.cells.size(); ++i) {
      const PageCell& cell = line.cells[i];
      text_ += "<td";
      if (table.columns[i].align == Align::right) text_ += " class=\"number\"";
      for (const auto& [name, value] : cell.data) put(" data-{}=\"{}\"", name, escaped(value));
      text_ += ">";
      if (cell.bar_permille > 0) {
        put("<svg class=\"bar mark-{}\" viewBox=\"0 0 1000 8\" preserveAspectRatio=\"none\" "
            "aria-hidden=\"true\"><rect width=\"{}\" height=\"8\"/></svg><span>{}</span>",
            cell.contestant.value_or(0) % marks_max, cell.bar_permille, escaped(cell.text));
      } else if (cell.contestant) {
        put("<span class=\"mark mark-{}\">{}</span>", *cell.contestant % marks_max, escaped(cell.text));
      } else {
        text_ += words_.in_cell(table.columns[i], cell.text);
      }
      text_ += "</td>";
    }
    text_ += "</tr>\n";
  }

  const Page& page_;
  WordLinks words_;
  std::string text_;
};

}  // namespace

std::string to_html(const trace::Result& result) {
  const Page page = page_of(result);
  return Html(page).document();
}

}  // namespace gin::reports
