// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compare/sampler.h"
#include "app/cli/output/loadsummary.h"
#include "app/cli/output/outputs.h"
#include "app/cli/session.h"

namespace weightless::cli {

namespace {

int load(const Arguments& arguments, const Environment& environment)
{
    const SessionOptions options = sessionOptions(arguments, environment.console);
    Outputs outputs;
    OutputFile* const samples = outputs.openGiven(arguments, "--samples");
    TimedSession session(options, environment);
    std::optional<MemorySampler> sampler;
    if (samples != nullptr) {
        sampler.emplace(*samples, session.context().meter());
    }
    session.openModel();
    outputs.checkAgainst(session.model());
    if (sampler) {
        sampler->keepRows();
    }
    session.build();
    session.load();
    if (sampler) {
        sampler->finish();
    }
    checkValidation(session.context());
    print(arguments.has("--json") ? jsonText(loadJson(session)) : loadText(session));
    return exitDone;
}

} // namespace

Verb loadVerb()
{
    VerbSpec spec {"load", "Loads a model's weights into a device and tells what that took.", {"MODEL"},
        sessionOptionSpecs(), memoryHelp() + "\n" + dimensionHelp() + "\n" + sizeHelp() + "\n" + urlHelp()};
    spec.options.push_back(jsonOption());
    spec.options.push_back({"--samples", "FILE.csv",
        "write the memory over time, 20 rows a second, in the first seconds more, and one where the host "
        "held "
        "more in between: seconds, host overhead, device weights, activations and staging "
        "(bytes), and the process's anonymous and file-backed resident memory (bytes); once the model is "
        "open, also "
        "when loading it fails or is cancelled"});
    return {spec, load};
}

} // namespace weightless::cli
