// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/ops/caserun.h"

#include "engine/base/error.h"
#include "engine/runtime/graphbuilder.h"
#include "tests/engine/ops/tensordifference.h"

#include <QTest>

#include <algorithm>

namespace weightless::testing {

using ops::OperatorCase;

namespace {

std::string inputName(size_t index)
{
    return "input " + std::to_string(index);
}

std::string outputName(size_t index)
{
    return "output " + std::to_string(index);
}

} // namespace

OpenedContext openedContext(ContextOptions options)
{
    options.validation = true;
    try {
        return {Context::create(std::move(options)), {}};
    } catch (const Error& error) {
        return {nullptr, error.message()};
    }
}

std::shared_ptr<Graph> builtCase(
    const std::shared_ptr<Context>& context, const OperatorCase& test, uint64_t activationBudget)
{
    GraphBuilder builder(context, test.opset);
    builder.setActivationBudget(activationBudget);
    std::vector<std::optional<Operand>> inputs;
    for (size_t i = 0; i < test.inputs.size(); ++i) {
        if (!test.inputs[i]) {
            inputs.emplace_back();
        } else if (std::ranges::find(test.constantInputs, i) != test.constantInputs.end()) {
            inputs.emplace_back(builder.constant(test.inputs[i]->descriptor, test.inputs[i]->bytes));
        } else {
            inputs.emplace_back(builder.input(inputName(i), test.inputs[i]->descriptor));
        }
    }
    const size_t outputCount = std::max<size_t>(test.expected.size(), 1);
    const std::vector<Operand> results =
        builder.node(test.opType, inputs, test.attributes, outputCount, "node", test.domain);
    std::vector<std::pair<std::string, Operand>> outputs;
    for (size_t i = 0; i < results.size(); ++i) {
        outputs.emplace_back(outputName(i), results[i]);
    }
    return builder.build(outputs);
}

std::vector<HostTensor> dispatchedCase(
    const std::shared_ptr<Context>& context, const std::shared_ptr<Graph>& graph, const OperatorCase& test)
{
    NamedTensors inputs;
    for (const GraphPort& port : graph->inputs()) {
        inputs[port.name] = context->createTensor(port.descriptor);
    }
    for (size_t i = 0; i < test.inputs.size(); ++i) {
        if (const auto tensor = inputs.find(inputName(i)); tensor != inputs.end()) {
            context->writeTensor(*tensor->second, test.inputs[i]->bytes);
        }
    }
    NamedTensors outputs;
    context->dispatch(*graph, inputs, [&](const std::string& name, const TensorDescriptor& descriptor) {
        return outputs[name] = context->createTensor(descriptor);
    });
    std::vector<std::shared_ptr<Tensor>> inOrder;
    for (const GraphPort& port : graph->outputs()) {
        inOrder.push_back(outputs.at(port.name));
    }
    return context->readTensors(inOrder);
}

void addCaseRows(const ops::CaseList& cases)
{
    QTest::addColumn<size_t>("index");
    for (size_t i = 0; i < cases.size(); ++i) {
        QTest::addRow("%zu %s: %s", i, cases[i].opType.c_str(), cases[i].name.c_str()) << i;
    }
}

std::string differenceFromExpected(const std::vector<HostTensor>& results, const OperatorCase& test)
{
    if (results.size() != test.expected.size()) {
        return std::to_string(results.size()) + " results, expected " + std::to_string(test.expected.size());
    }
    for (size_t i = 0; i < results.size(); ++i) {
        const std::string difference =
            tensorDifference(results[i], test.expected[i], test.relativeTolerance, test.absoluteTolerance);
        if (!difference.empty()) {
            return "output " + std::to_string(i) + ": " + difference;
        }
    }
    return {};
}

} // namespace weightless::testing
