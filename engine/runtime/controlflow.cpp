// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/controlflow.h"

#include "engine/base/error.h"
#include "engine/ops/textroom.h"
#include "engine/runtime/dataflowrun.h"
#include "engine/runtime/loop.h"
#include "engine/runtime/resolving.h"

namespace weightless {

namespace {

using Inputs = std::vector<std::optional<RunValue>>;

std::vector<RunValue> runHostFunction(
    RunSite& site, const plan::DataflowNode& node, int64_t opset, const Inputs& inputs)
{
    std::vector<const HostValue*> values;
    for (const auto& input : inputs) {
        values.push_back(input ? &*input->host : nullptr);
    }
    const ops::HostContext context {node.attributes, opset, values, node.outputs.size(),
        site.options().stopToken, node.op, &node.prepared};
    context.checkEmptyTensors();
    std::vector<RunValue> outputs;
    for (HostValue& output : node.host->run(context)) {
        if (output.tensor) {
            ops::checkText(*output.tensor);
        }
        outputs.push_back(runValueOf(std::move(output)));
    }
    return outputs;
}

std::vector<RunValue> runIf(RunSite& site, const plan::DataflowNode& node, const Inputs& inputs)
{
    const bool isTrue = scalarOf(inputs[0], "cond") != 0;
    const plan::Body& body = *node.bodies.at(isTrue ? 0 : 1);
    return DataflowRun(site, site.bodyStages(body)).run(capturesOf(body, inputs));
}

std::vector<RunValue> runSequenceMap(RunSite& site, const plan::DataflowNode& node, const Inputs& inputs)
{
    const plan::Body& body = *node.bodies.at(0);
    if (!inputs.at(0) || !inputs[0]->host || !inputs[0]->host->sequence) {
        throw Error(ErrorKind::InvalidArgument, "input 0 is no sequence");
    }
    const size_t length = inputs[0]->host->sequence->elements.size();
    std::vector<HostSequence> results(body.dataflow.outputs.size());
    for (size_t i = 0; i < length; ++i) {
        site.checkStop();
        std::vector<RunValue> given;
        for (size_t input = 0; input < body.formalInputs; ++input) {
            const RunValue& value = givenInput(inputs, input);
            const bool isSequence = value.host && value.host->sequence;
            if (isSequence && value.host->sequence->elements.size() <= i) {
                throw Error(ErrorKind::InvalidArgument,
                    "input " + std::to_string(input) + " is a sequence of another length than input 0");
            }
            given.push_back(isSequence ? runValueOf(value.host->sequence->elements[i]) : value);
        }
        for (RunValue& capture : capturesOf(body, inputs)) {
            given.push_back(std::move(capture));
        }
        std::vector<RunValue> outputs = DataflowRun(site, site.bodyStages(body)).run(given);
        std::vector<RunValue*> toRead;
        for (RunValue& output : outputs) {
            toRead.push_back(&output);
        }
        site.readToHost(toRead);
        for (size_t output = 0; output < outputs.size(); ++output) {
            results[output].elements.push_back(*outputs[output].host);
        }
    }
    std::vector<RunValue> sequences;
    for (HostSequence& result : results) {
        sequences.push_back(runValueOf(makeHostValue(std::move(result))));
    }
    return sequences;
}

} // namespace

std::vector<RunValue> runOnHost(RunSite& site, const plan::DataflowNode& node, int64_t opset,
    const std::vector<std::optional<RunValue>>& inputs)
{
    switch (controlFlowOf(node)) {
    case ops::ControlFlow::None:
        return runHostFunction(site, node, opset, inputs);
    case ops::ControlFlow::If:
        return runIf(site, node, inputs);
    case ops::ControlFlow::Loop:
        return runLoop(site, node, inputs);
    case ops::ControlFlow::Scan:
        return runScan(site, node, opset, inputs);
    case ops::ControlFlow::SequenceMap:
        return runSequenceMap(site, node, inputs);
    }
    throw Error(ErrorKind::Internal, "a control-flow node of an unknown kind");
}

} // namespace weightless
