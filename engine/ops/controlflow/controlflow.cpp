// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ops/hostoperator.h"

namespace weightless::ops::controlflow {

// What they do stands in engine/runtime: their bodies are graphs, which operators do not know.
void registerHostOperators(HostRegistry& registry)
{
    const auto add = [&](std::string_view name, int64_t version, size_t maxInputs, ControlFlow kind) {
        registry.add(
            {.op = {.name = name, .sinceVersion = version, .maxInputs = maxInputs, .maxOutputs = anyCount},
                .controlFlow = kind});
    };
    add("If", 1, 1, ControlFlow::If);
    add("Loop", 1, anyCount, ControlFlow::Loop);
    add("Scan", 8, anyCount, ControlFlow::Scan);
    add("SequenceMap", 17, anyCount, ControlFlow::SequenceMap);
}

} // namespace weightless::ops::controlflow
