// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/httparguments.h"
#include "app/cli/output/outputs.h"
#include "app/cli/output/text.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/file.h"
#include "engine/inspection/graphtext.h"
#include "engine/session/openedmodel.h"

namespace weightless::cli {

namespace {

int exportGraph(const Arguments& arguments, const Environment& environment)
{
    const std::filesystem::path path = pathFromUtf8(arguments.positionals()[1]);
    if (!path.empty() && !isGraphFileName(path)) {
        throw UsageError(
            "'export-graph' writes FILE as .dot, .gv or .json, not '" + arguments.positionals()[1] + "'");
    }
    Outputs outputs;
    outputs.expect("FILE", path);
    onnx_io::ReadOptions options;
    options.stopToken = environment.stop;
    const OpenedModel opened = openModel(
        modelAddress(arguments.positionals().front()), options, httpOptions(arguments, environment.console));
    outputs.checkAgainst(*opened.model);
    writeGraph(path, *opened.model);
    const uint64_t nodes = totalsOf(*opened.model).nodeCount;
    print(printable(displayPath(path)) + ": " + std::to_string(nodes) + " " + plural(nodes, "node") + "\n");
    return exitDone;
}

} // namespace

Verb exportGraphVerb()
{
    Verb verb {
        {"export-graph", "Writes a model's graph as DOT or JSON.", {"MODEL", "FILE"}, {},
            "The file's extension decides: .dot or .gv for Graphviz, .json for other programs. Nodes, "
            "values, "
            "constants and the bodies of branches and loops are written with their types and shapes; no "
            "weight is read, and neither a display nor a Vulkan device is needed. Pictures (SVG, PDF, PNG) "
            "as the window draws them: 'weightless MODEL --export-graph FILE --quit', "
            "without a display with QT_QPA_PLATFORM=offscreen.\n"
                + urlHelp(ServerUse::Structure)},
        exportGraph};
    const std::vector<OptionSpec> http = httpOptionSpecs(ServerUse::Structure);
    verb.spec.options.insert(verb.spec.options.end(), http.begin(), http.end());
    return verb;
}

} // namespace weightless::cli
