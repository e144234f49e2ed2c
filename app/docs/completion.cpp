// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/docs/completion.h"

namespace weightless::docs {

namespace {

constexpr const char* licence = "# SPDX-FileCopyrightText: 2026 The Weightless developers\n"
                                "# SPDX-License-Identifier: GPL-3.0-or-later\n"
                                "# Made from the program's own --help.\n";

bool takesFile(const cli::OptionSpec& option)
{
    return option.value.find("FILE") != std::string::npos || option.value.find("FOLDER") != std::string::npos;
}

// In single quotes, as all three shells read them.
std::string singleQuoted(std::string_view text)
{
    std::string result = "'";
    for (const char c : text) {
        result += c == '\'' ? "'\\''" : std::string(1, c);
    }
    return result + "'";
}

// Up to the first full stop or semicolon: completions are one line.
std::string firstSentence(std::string_view text)
{
    return std::string(text.substr(0, std::min(text.find(';'), text.find(". "))));
}

std::string zshOption(const cli::OptionSpec& option)
{
    std::string spec = (option.isRepeatable ? "*" : "") + option.name + "[";
    for (const char c : firstSentence(option.help)) {
        spec += c == '[' || c == ']' || c == ':' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    }
    spec += "]";
    if (!option.value.empty()) {
        spec += ":" + option.value + ":" + (takesFile(option) ? "_files" : " ");
    }
    return spec;
}

} // namespace

std::string bashCompletion(std::span<const cli::Verb> verbs)
{
    std::string names;
    std::string cases;
    std::string withFile;
    std::string withValue;
    for (const cli::Verb& verb : verbs) {
        names += (names.empty() ? "" : " ") + verb.spec.name;
        cases += "        " + verb.spec.name + ") options='--help";
        for (const cli::OptionSpec& option : verb.spec.options) {
            cases += " " + option.name;
            std::string& list = takesFile(option) ? withFile : withValue;
            if (!option.value.empty() && (list + "|").find(option.name + "|") == std::string::npos) {
                list += (list.empty() ? "" : "|") + option.name;
            }
        }
        cases += "' ;;\n";
    }
    return std::string(licence)
        + "_weightless_cli() {\n"
          "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} options=\n"
          "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
          "        mapfile -t COMPREPLY < <(compgen -W '"
        + names
        + " --help --version' -- \"$current\")\n"
          "        return\n"
          "    fi\n"
          "    case $previous in\n"
          "        "
        + withFile
        + ") mapfile -t COMPREPLY < <(compgen -f -- \"$current\"); return ;;\n"
          "        "
        + withValue
        + ") return ;;\n"
          "    esac\n"
          "    case ${COMP_WORDS[1]} in\n"
        + cases
        + "    esac\n"
          "    case $current in\n"
          "        -*) mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$current\") ;;\n"
          "        *) mapfile -t COMPREPLY < <(compgen -f -- \"$current\") ;;\n"
          "    esac\n"
          "}\n"
          "complete -o filenames -F _weightless_cli weightless-cli\n";
}

std::string zshCompletion(std::span<const cli::Verb> verbs)
{
    std::string list;
    std::string cases;
    for (const cli::Verb& verb : verbs) {
        list += "    " + singleQuoted(verb.spec.name + ":" + firstSentence(verb.spec.summary)) + "\n";
        cases += "    " + verb.spec.name + ")\n        _arguments \\\n            '--help[show a text]'";
        for (const cli::OptionSpec& option : verb.spec.options) {
            cases += " \\\n            " + singleQuoted(zshOption(option));
        }
        cases += " \\\n            '*:file:_files'\n        ;;\n";
    }
    return "#compdef weightless-cli\n" + std::string(licence) + "local -a verbs=(\n" + list
        + ")\n"
          "if (( CURRENT == 2 )); then\n"
          "    _describe verb verbs\n"
          "    return\n"
          "fi\n"
          "local verb=$words[2]\n"
          "shift words\n"
          "(( CURRENT-- ))\n"
          "case $verb in\n"
        + cases + "esac\n";
}

std::string fishCompletion(std::span<const cli::Verb> verbs)
{
    std::string text = licence;
    for (const cli::Verb& verb : verbs) {
        text += "complete -c weightless-cli -f -n __fish_use_subcommand -a " + verb.spec.name + " -d "
            + singleQuoted(firstSentence(verb.spec.summary)) + "\n";
    }
    for (const cli::Verb& verb : verbs) {
        const std::string condition =
            "complete -c weightless-cli -n '__fish_seen_subcommand_from " + verb.spec.name + "'";
        for (const cli::OptionSpec& option : verb.spec.options) {
            text += condition + " -l " + option.name.substr(2);
            if (!option.value.empty()) {
                text += takesFile(option) ? " -r -F" : " -x";
            }
            text += " -d " + singleQuoted(firstSentence(option.help)) + "\n";
        }
    }
    return text;
}

} // namespace weightless::docs
