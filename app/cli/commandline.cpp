// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/text.h"
#include "app/cli/platform/interrupt.h"
#include "app/cli/verbs/verbs.h"
#include "app/version/version.h"

#include <algorithm>

namespace weightless::cli {

namespace {

std::string overview(std::span<const Verb> verbs)
{
    std::string out =
        "Usage: weightless-cli VERB …\n\nLoads ONNX models into Vulkan devices without a copy in CPU "
        "memory, and runs them.\n\n";
    size_t widest = 0;
    const auto titleOf = [](const Verb& verb) {
        std::string title = verb.spec.name;
        for (const std::string& positional : verb.spec.positionals) {
            title += " " + positional;
        }
        return title;
    };
    for (const Verb& verb : verbs) {
        widest = std::max(widest, displayWidth(titleOf(verb)));
    }
    for (const Verb& verb : verbs) {
        const std::string title = titleOf(verb);
        out += "  " + title + std::string(widest - displayWidth(title) + 2, ' ') + verb.spec.summary + "\n";
    }
    return out
        + "\n'weightless-cli VERB --help' explains a verb; '--version' prints the version.\n"
          "Exit codes: 0 done; 1 the job failed (a mismatch, an unset constant, a broken file); 2 wrong "
          "usage.\n";
}

[[noreturn]] void failUnknown(const std::string& word, std::span<const Verb> verbs)
{
    std::vector<std::string> names {"--help", "--version"};
    for (const Verb& verb : verbs) {
        names.push_back(verb.spec.name);
    }
    const auto suggestion = closestName(word, names);
    throw UsageError("there is no verb '" + word + "'"
        + (suggestion ? "; did you mean '" + *suggestion + "'?" : "; see 'weightless-cli --help'"));
}

} // namespace

std::vector<Verb> allVerbs()
{
    return {devicesVerb(), benchDeviceVerb(), inspectVerb(), loadVerb(), runVerb(), budgetVerb(),
        generateVerb(), verifyVerb(), compareVerb(), diffVerb(), convertVerb(), extractVerb(),
        exportGraphVerb(), makeDemoVerb()};
}

int runCommandLine(std::span<const std::string> words, Console& console)
{
    const std::vector<Verb> verbs = allVerbs();
    if (words.empty()) {
        throw UsageError("a verb is missing; see 'weightless-cli --help'");
    }
    const std::string& word = words.front();
    if (word == "--help" || word == "-h") {
        print(overview(verbs));
        return exitDone;
    }
    if (word == "--version") {
        print(versionText("weightless-cli", libraryVersions()));
        return exitDone;
    }
    const auto verb =
        std::find_if(verbs.begin(), verbs.end(), [&](const Verb& each) { return each.spec.name == word; });
    if (verb == verbs.end()) {
        failUnknown(word, verbs);
    }
    const Arguments arguments(verb->spec, words.subspan(1));
    if (arguments.isHelp()) {
        print(helpText(verb->spec));
        return exitDone;
    }
    const InterruptWatch interrupt;
    return verb->run(arguments, {console, interrupt.token()});
}

OptionSpec jsonOption()
{
    return {"--json", "", "print one JSON object instead of text"};
}

OptionSpec deviceOption()
{
    return {
        "--device", "N", "the device with that number in 'weightless-cli devices'; the best one by default"};
}

std::filesystem::path pathFromUtf8(std::string_view text)
{
    return std::u8string(text.begin(), text.end());
}

} // namespace weightless::cli
