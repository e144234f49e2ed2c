// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/formats/imagelayout.h"
#include "engine/session/inputshapes.h"
#include "engine/session/session.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

// What the inputs of a graph are given.
namespace weightless {

namespace {

// Inputs that take more than this together are made when it is their turn to be written.
constexpr uint64_t mostBytesAhead = 256 * MiB;

template <typename Value>
void checkNames(const std::map<std::string, Value>& given, const std::vector<GraphPort>& inputs)
{
    for (const auto& [name, value] : given) {
        if (std::ranges::find(inputs, name, &GraphPort::name) == inputs.end()) {
            throw Error(ErrorKind::InvalidArgument, "The graph has no input '" + name + "'");
        }
    }
}

// The graph's inputs with the shapes that are fed.
std::vector<GraphPort> inputPorts(const Graph& graph, const Feeds& feeds)
{
    std::vector<GraphPort> ports = graph.inputs();
    for (GraphPort& port : ports) {
        if (port.isOpaque) {
            continue;
        }
        if (const auto values = feeds.values.find(port.name); values != feeds.values.end()) {
            port.descriptor = values->second.descriptor;
        } else if (const auto shape = feeds.shapes.find(port.name); shape != feeds.shapes.end()) {
            port.descriptor.shape = shape->second;
        }
    }
    return ports;
}

// Strings, a sequence or an optional. `strings` is what an input of strings is declared as.
HostValue opaqueFeed(const Feeds& feeds, const std::string& name, TensorDescriptor strings)
{
    if (const auto value = feeds.opaque.find(name); value != feeds.opaque.end()) {
        return value->second;
    }
    if (const auto values = feeds.values.find(name); values != feeds.values.end()) {
        return makeHostValue(HostTensor(values->second));
    }
    const auto source = feeds.sources.find(name);
    if (source == feeds.sources.end() || strings.type != DataType::String) {
        throw Error(ErrorKind::InvalidArgument,
            "Input '" + name
                + (strings.type == DataType::String
                        ? "' takes strings, and none were given: give it text (text:… on the command line) "
                          "or a "
                          ".pb file"
                        : "' takes strings, a sequence or an optional, and none was given"));
    }
    if (const auto shape = feeds.shapes.find(name); shape != feeds.shapes.end()) {
        strings.shape = shape->second;
    }
    return makeHostValue(makeInput(name, strings, source->second));
}

bool isMade(const GraphPort& port, const Feeds& feeds)
{
    return !port.isOpaque && !feeds.values.contains(port.name);
}

// Those that are made before anything is written: they take no more than the largest of all, or a little.
std::set<std::string> madeAhead(const std::vector<GraphPort>& ports, const Feeds& feeds)
{
    const auto bytesOf = [&](const GraphPort& port) {
        return isMade(port, feeds) ? byteCount(port.descriptor).value_or(0) : 0;
    };
    uint64_t room = mostBytesAhead;
    for (const GraphPort& port : ports) {
        room = std::max(room, bytesOf(port));
    }
    std::set<std::string> names;
    for (const GraphPort& port : ports) {
        if (isMade(port, feeds) && bytesOf(port) <= room) {
            names.insert(port.name);
            room -= bytesOf(port);
        }
    }
    return names;
}

void checkStop(const Feeds& feeds)
{
    if (feeds.stop.stop_requested()) {
        throw Error(ErrorKind::Cancelled, "Feeding the inputs was cancelled");
    }
}

// Where the axes of a picture are, as the model declares the input: a height of 3, say, that somebody gave a
// free dimension, makes no channels of it.
std::optional<ImageLayout> declaredLayout(const Model& model, const GraphPort& port)
{
    const auto input = std::ranges::find(model.graph.inputs, port.name, &ValueInfo::name);
    const bool isDeclared = input != model.graph.inputs.end() && input->shape
        && input->shape->size() == port.descriptor.shape.size();
    return isDeclared ? imageLayout(*input->shape) : std::nullopt;
}

// Random numbers are no one's choice, and may be more than a small table has.
HostTensor made(const Model& model, const GraphPort& port, const Feeds& feeds,
    const std::map<std::string, IndexedTable>& tables)
{
    const auto found = feeds.sources.find(port.name);
    const InputSource source =
        found == feeds.sources.end() ? suggestedSource(port.name, port.descriptor.type) : found->second;
    HostTensor tensor = makeInput(port.name, port.descriptor, source, feeds.stop,
        source.kind == InputKind::Image ? declaredLayout(model, port) : std::nullopt);
    const auto table = tables.find(port.name);
    if (table != tables.end() && source.kind != InputKind::Random) {
        checkIndices(port.name, tensor, table->second);
    }
    return tensor;
}

} // namespace

void Session::feed(const Feeds& feeds)
{
    const Graph& fed = graph();
    m_isFed = false;
    m_transfersBefore = device().transferCounts();
    checkNames(feeds.sources, fed.inputs());
    checkNames(feeds.values, fed.inputs());
    checkNames(feeds.shapes, fed.inputs());
    checkNames(feeds.opaque, fed.inputs());
    for (const auto& [name, values] : feeds.values) {
        if (const auto table = m_tables.find(name); table != m_tables.end()) {
            checkIndices(name, values, table->second);
        }
    }
    const std::vector<GraphPort> ports = inputPorts(fed, feeds);
    const std::set<std::string> ahead = madeAhead(ports, feeds);
    std::map<std::string, HostTensor> tensors;
    std::map<std::string, HostValue> opaque;
    for (const GraphPort& port : ports) {
        checkStop(feeds);
        if (port.isOpaque) {
            opaque.emplace(port.name,
                opaqueFeed(feeds, port.name, stringInput(*m_opened.model, port.name, m_dimensions)));
        } else if (ahead.contains(port.name)) {
            tensors.emplace(port.name, made(*m_opened.model, port, feeds, m_tables));
        }
    }
    m_inputValues = InputValues::None;
    m_inputs.fit(device(), ports);
    m_values = std::move(opaque);
    // What is in memory goes before more is made.
    while (!tensors.empty()) {
        const auto tensor = tensors.extract(tensors.begin());
        device().writeTensor(*m_inputs.find(tensor.key()), tensor.mapped().bytes);
    }
    for (const GraphPort& port : ports) {
        checkStop(feeds);
        if (const auto values = feeds.values.find(port.name);
            !port.isOpaque && values != feeds.values.end()) {
            device().writeTensor(*m_inputs.find(port.name), values->second.bytes);
        } else if (isMade(port, feeds) && !ahead.contains(port.name)) {
            device().writeTensor(
                *m_inputs.find(port.name), made(*m_opened.model, port, feeds, m_tables).bytes);
        }
    }
    m_inputValues = InputValues::Fed;
    m_isFed = true;
}

} // namespace weightless
