// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/hosttensor.h"
#include "engine/runtime/context.h"
#include "engine/runtime/graph.h"
#include "tests/needsdevice.h"

#include <memory>
#include <string>
#include <vector>

namespace weightless::testing {

// A context under the validation layer. Null, with the reason, when the machine has no usable device.
[[nodiscard]] std::shared_ptr<Context> openTestContext(std::string& reason, ContextOptions options = {});

// What tests on a device derive from: one context for all of them, and no validation message from any. They
// are skipped where there is no device, or fail where one is required.
class ContextTest : public QObject {
    Q_OBJECT

protected:
    explicit ContextTest(ContextOptions options = {});

    // Once the context is open, before the first test.
    virtual void prepare() { }

    std::shared_ptr<Context> m_context;

protected slots: // Qt Test calls them by name
    void initTestCase();
    void cleanup();

private:
    ContextOptions m_options;
};

// Writes the inputs (in the order of the graph's), dispatches, reads every output back.
[[nodiscard]] std::vector<HostTensor> runGraph(
    Context& context, Graph& graph, const std::vector<HostTensor>& inputs);

// Sets constants of [2, 2] to 2 along the diagonal, in the types that the graph has.
void setDoubling(Graph& graph);

[[nodiscard]] HostTensor floatTensor(Shape shape, const std::vector<float>& values);
[[nodiscard]] HostTensor boolTensor(bool value); // a scalar
[[nodiscard]] std::span<const std::byte> bytesOf(const std::vector<float>& values);
[[nodiscard]] std::vector<float> floatsOf(const HostTensor& tensor);

} // namespace weightless::testing
