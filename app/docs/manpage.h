// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/verbs/verbs.h"

#include <span>
#include <string>
#include <string_view>

namespace weightless::docs {

// A page of section 1 in man(7)'s macros, written from top to bottom. Texts are plain UTF-8: what roff would
// take for a request or an escape is quoted.
class ManPage {
public:
    ManPage(std::string_view program, std::string_view summary);

    void section(std::string_view title);
    void subsection(std::string_view title);
    void paragraph(std::string_view text);
    void synopsis(std::string_view program, std::span<const std::string> positionals,
        std::span<const cli::OptionSpec> options);
    void options(std::span<const cli::OptionSpec> options);

    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    std::string m_text;
};

// `text` as roff shows it literally.
[[nodiscard]] std::string roff(std::string_view text);

// weightless-cli(1), from what --help is made of.
[[nodiscard]] std::string commandLineManPage(std::span<const cli::Verb> verbs);

// weightless(1). `options` are those of its --help.
[[nodiscard]] std::string windowManPage(
    std::string_view description, std::span<const cli::OptionSpec> options);

} // namespace weightless::docs
