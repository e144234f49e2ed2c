// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compare/sampler.h"
#include "app/cli/output/loadsummary.h"
#include "app/cli/session.h"

namespace weightless::cli {

namespace {

int load(const Arguments& arguments, const Environment& environment)
{
    const SessionOptions options = sessionOptions(arguments);
    TimedSession session(options, environment);
    std::optional<MemorySampler> sampler;
    if (const auto path = arguments.value("--samples")) {
        sampler.emplace(pathFromUtf8(*path), session.context().meter());
    }
    session.openModel();
    session.build();
    session.load();
    if (sampler) {
        sampler->finish();
    }
    checkValidation(session.context());
    print(arguments.has("--json") ? loadJson(session).dump() + "\n" : loadText(session));
    return exitDone;
}

} // namespace

Verb loadVerb()
{
    VerbSpec spec {"load", "Loads a model's weights into a device and tells what that took.", {"MODEL"},
        sessionOptionSpecs(), memoryHelp() + "\n" + dimensionHelp() + "\n" + urlHelp()};
    spec.options.push_back(jsonOption());
    spec.options.push_back({"--samples", "FILE.csv",
        "write the memory over time, 20 rows a second: seconds, host overhead, device weights, activations "
        "and staging "
        "(bytes), and the process's anonymous and file-backed resident memory (bytes)"});
    return {spec, load};
}

} // namespace weightless::cli
