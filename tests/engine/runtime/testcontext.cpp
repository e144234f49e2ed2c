// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/runtime/testcontext.h"

#include "engine/base/error.h"

namespace weightless::testing {

std::shared_ptr<Context> openTestContext(std::string& reason, ContextOptions options)
{
    options.validation = true;
    options.log = [](LogLevel level, const std::string& message) {
        if (level == LogLevel::Error) {
            qWarning("%s", message.c_str());
        }
    };
    try {
        return Context::create(std::move(options));
    } catch (const Error& error) {
        reason = error.message();
        return nullptr;
    }
}

ContextTest::ContextTest(ContextOptions options)
    : m_options(std::move(options))
{
}

void ContextTest::initTestCase()
{
    std::string reason;
    m_context = openTestContext(reason, m_options);
    WEIGHTLESS_NEEDS_DEVICE(m_context, reason.c_str());
    prepare();
}

void ContextTest::cleanup()
{
    if (m_context) {
        QCOMPARE(m_context->validationMessages(), uint64_t {0});
    }
}

std::vector<HostTensor> runGraph(Context& context, Graph& graph, const std::vector<HostTensor>& inputs)
{
    NamedTensors inputTensors;
    for (size_t i = 0; i < inputs.size(); ++i) {
        const std::string& name = graph.inputs()[i].name;
        auto tensor = context.createTensor(inputs[i].descriptor);
        context.writeTensor(*tensor, inputs[i].bytes);
        inputTensors[name] = std::move(tensor);
    }
    NamedTensors outputs;
    context.dispatch(graph, inputTensors, [&](const std::string& name, const TensorDescriptor& descriptor) {
        return outputs[name] = context.createTensor(descriptor);
    });
    std::vector<std::shared_ptr<Tensor>> inOrder;
    for (const GraphPort& port : graph.outputs()) {
        inOrder.push_back(outputs.at(port.name));
    }
    return context.readTensors(inOrder);
}

void setDoubling(Graph& graph)
{
    for (size_t i = 0; i < graph.constantCount(); ++i) {
        HostTensor doubling = makeHostTensor(graph.constant(i).descriptor);
        for (size_t place = 0; place < 4; ++place) {
            setElement(doubling, place, place % 3 == 0 ? 2.0 : 0.0);
        }
        graph.setConstantData(i, doubling.bytes);
    }
}

HostTensor floatTensor(Shape shape, const std::vector<float>& values)
{
    HostTensor tensor = makeHostTensor({DataType::Float32, std::move(shape)});
    std::ranges::copy(values, tensor.as<float>().begin());
    return tensor;
}

HostTensor boolTensor(bool value)
{
    HostTensor tensor = makeHostTensor({DataType::Bool, {}});
    setElement(tensor, 0, int64_t {value});
    return tensor;
}

std::span<const std::byte> bytesOf(const std::vector<float>& values)
{
    return std::as_bytes(std::span(values));
}

std::vector<float> floatsOf(const HostTensor& tensor)
{
    const auto values = tensor.as<float>();
    return {values.begin(), values.end()};
}

} // namespace weightless::testing
