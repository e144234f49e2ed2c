// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/docs/manpage.h"

#include "engine/base/version.h"

#include <algorithm>
#include <sstream>

namespace weightless::docs {

namespace {

std::string upperCase(std::string_view text)
{
    std::string upper(text);
    std::ranges::transform(upper, upper.begin(),
        [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return upper;
}

std::string titleOf(const cli::OptionSpec& option)
{
    std::string title = "\\fB" + roff(option.name) + "\\fR";
    if (!option.value.empty()) {
        title += " \\fI";
        title += roff(option.value) + "\\fR";
    }
    return title;
}

} // namespace

std::string roff(std::string_view text)
{
    std::string quoted;
    bool beginsLine = true;
    for (const char c : text) {
        if (beginsLine && (c == '.' || c == '\'')) {
            quoted += "\\&";
        }
        beginsLine = c == '\n';
        if (c == '\\') {
            quoted += "\\e";
        } else if (c == '-') {
            quoted += "\\-";
        } else if (c == '"') {
            quoted += "\\(dq"; // a quote ends a macro's argument
        } else {
            quoted += c;
        }
    }
    return quoted;
}

ManPage::ManPage(std::string_view program, std::string_view summary)
    : m_text(".\\\" Made from the program's own --help.\n.TH " + roff(upperCase(program))
        + " 1 \"\" \"Weightless " + std::string(version()) + "\" \"User Commands\"\n")
{
    section("NAME");
    m_text += roff(program) + " \\- " + roff(summary) + "\n";
}

void ManPage::section(std::string_view title)
{
    m_text += ".SH \"" + roff(title) + "\"\n";
}

void ManPage::subsection(std::string_view title)
{
    m_text += ".SS \"" + roff(title) + "\"\n";
}

void ManPage::paragraph(std::string_view text)
{
    m_text += ".PP\n" + roff(text) + "\n";
}

void ManPage::synopsis(std::string_view program, std::span<const std::string> positionals,
    std::span<const cli::OptionSpec> options)
{
    m_text += ".PP\n\\fB" + roff(program) + "\\fR";
    for (const std::string& positional : positionals) {
        m_text += " \\fI" + roff(positional) + "\\fR";
    }
    for (const cli::OptionSpec& option : options) {
        const std::string title = titleOf(option);
        m_text += "\n" + (option.isNeeded ? title : "[" + title + "]") + (option.isRepeatable ? "…" : "");
    }
    m_text += "\n";
}

void ManPage::options(std::span<const cli::OptionSpec> options)
{
    for (const cli::OptionSpec& option : options) {
        m_text += ".TP\n" + titleOf(option) + "\n" + roff(option.help) + "\n";
    }
}

std::string commandLineManPage(std::span<const cli::Verb> verbs)
{
    ManPage page(
        "weightless-cli", "load ONNX models into Vulkan devices without a copy in CPU memory, and run them");
    page.section("SYNOPSIS");
    page.synopsis("weightless-cli", std::vector<std::string> {"VERB", "…"}, {});
    page.section("DESCRIPTION");
    page.paragraph(
        "Opens ONNX models without reading a weight, loads the weights into a Vulkan device one constant at "
        "a time, "
        "straight from where their bytes lie, and runs inference. Each verb has a --help of its own.");
    page.section("VERBS");
    for (const cli::Verb& verb : verbs) {
        page.subsection(verb.spec.name);
        page.synopsis("weightless-cli " + verb.spec.name, verb.spec.positionals, verb.spec.options);
        page.paragraph(verb.spec.summary);
        page.options(verb.spec.options);
        std::istringstream details(verb.spec.details);
        for (std::string text; std::getline(details, text);) {
            page.paragraph(text);
        }
    }
    page.section("EXIT STATUS");
    page.paragraph(
        "0: done. 1: the job failed (a mismatch, an unset constant, a broken file). 2: wrong usage.");
    page.section("SEE ALSO");
    page.paragraph("weightless(1)");
    return page.text();
}

std::string windowManPage(std::string_view description, std::span<const cli::OptionSpec> options)
{
    ManPage page("weightless", "see what an ONNX model weighs, load it into a Vulkan device, and run it");
    page.section("SYNOPSIS");
    page.synopsis("weightless", std::vector<std::string> {"[MODEL]"}, options);
    page.section("DESCRIPTION");
    page.paragraph(description);
    page.paragraph("MODEL is an ONNX file, a folder of models, or an http:// or https:// address.");
    page.section("OPTIONS");
    page.options(options);
    page.section("SEE ALSO");
    page.paragraph("weightless-cli(1)");
    return page.text();
}

} // namespace weightless::docs
