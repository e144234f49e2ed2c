// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/error.h"
#include "engine/model/elementmoves.h"
#include "engine/runtime/accumulator.h"
#include "engine/runtime/dataflowrun.h"
#include "engine/runtime/loop.h"

#include <algorithm>
#include <array>

namespace weightless {

namespace {

// The same elements with dimension `from` moved to `to`, and turned round along it where `reverses`.
HostTensor withMovedAxis(const HostTensor& tensor, size_t from, size_t to, bool reverses)
{
    Shape shape = tensor.descriptor.shape;
    const int64_t count = shape[from];
    shape.erase(shape.begin() + static_cast<ptrdiff_t>(from));
    shape.insert(shape.begin() + static_cast<ptrdiff_t>(to), count);
    HostTensor result = makeHostTensor({tensor.descriptor.type, shape});
    const auto elements = static_cast<size_t>(elementCount(shape).value_or(0));
    std::vector<size_t> order; // of the result's dimensions in the source
    for (size_t i = 0; i < shape.size(); ++i) {
        order.push_back(i);
    }
    order.erase(order.begin() + static_cast<ptrdiff_t>(from));
    order.insert(order.begin() + static_cast<ptrdiff_t>(to), from);
    for (size_t i = 0; i < elements; ++i) {
        std::vector<int64_t> place(shape.size());
        size_t rest = i;
        for (size_t d = shape.size(); d-- > 0;) {
            const auto size = static_cast<size_t>(shape[d]);
            const auto at = static_cast<int64_t>(rest % size);
            place[order[d]] = d == to && reverses ? shape[d] - 1 - at : at;
            rest /= size;
        }
        size_t source = 0;
        for (size_t d = 0; d < place.size(); ++d) {
            source = source * static_cast<size_t>(tensor.descriptor.shape[d]) + static_cast<size_t>(place[d]);
        }
        moveElements(tensor, source, 1, result, i);
    }
    return result;
}

size_t axisAt(const std::optional<std::vector<int64_t>>& axes, size_t index, size_t rank)
{
    const int64_t axis = axes && index < axes->size() ? (*axes)[index] : 0;
    const auto signedRank = static_cast<int64_t>(rank);
    if (axis < -signedRank || axis >= signedRank) {
        throw Error(ErrorKind::InvalidArgument,
            "axis " + std::to_string(axis) + " is outside a tensor of rank " + std::to_string(rank));
    }
    return static_cast<size_t>(axis < 0 ? axis + signedRank : axis);
}

bool isReversed(const std::optional<std::vector<int64_t>>& directions, size_t index)
{
    return directions && index < directions->size() && (*directions)[index] != 0;
}

// A tensor on the device, slice by slice along its first dimension.
class Slices {
public:
    Slices(RunSite& site, RunValue whole)
        : m_site(site)
        , m_whole(std::move(whole))
    {
        if (m_whole.state != plan::ValueState::Tensor || m_whole.descriptor.shape.empty()) {
            throw Error(ErrorKind::InvalidArgument,
                "a scan input is " + toString(m_whole.descriptor) + ", expected a tensor of rank 1 or more");
        }
        requireWholeBytes(sliceDescriptor(), "a scan input");
        m_site.bringToDevice(m_whole, m_uploads);
    }

    [[nodiscard]] int64_t count() const { return m_whole.descriptor.shape.front(); }

    RunValue at(int64_t index)
    {
        RunValue slice {.state = plan::ValueState::Tensor, .descriptor = sliceDescriptor()};
        const uint64_t bytes = byteCount(slice.descriptor).value_or(0);
        const auto slot = m_site.takeSlot(bytes, m_slots);
        slice.range = {slot->buffer, 0, bytes};
        slice.hold = slot;
        if (bytes > 0) {
            m_site.copy(m_whole.range.part(static_cast<uint64_t>(index) * bytes, bytes), slice.range);
        }
        return slice;
    }

private:
    [[nodiscard]] TensorDescriptor sliceDescriptor() const
    {
        TensorDescriptor slice = m_whole.descriptor;
        slice.shape.erase(slice.shape.begin());
        return slice;
    }

    RunSite& m_site;
    RunValue m_whole;
    UsualSlots m_uploads, m_slots;
};

class ScanRun {
public:
    ScanRun(RunSite& site, const plan::DataflowNode& node, const std::vector<std::optional<RunValue>>& inputs)
        : m_site(site)
        , m_attributes(node.attributes)
        , m_body(*node.bodies.at(0))
        , m_captures(capturesOf(m_body, inputs))
        , m_scanInputs(static_cast<size_t>(std::max<int64_t>(m_attributes.intOr("num_scan_inputs", 0), 0)))
    {
        if (m_scanInputs == 0 || m_scanInputs > m_body.formalInputs
            || m_body.dataflow.outputs.size() < states()) {
            throw Error(ErrorKind::InvalidArgument,
                "num_scan_inputs = " + std::to_string(m_scanInputs) + " does not fit its body");
        }
    }

    [[nodiscard]] size_t states() const { return m_body.formalInputs - m_scanInputs; }
    [[nodiscard]] size_t scanInputs() const { return m_scanInputs; }
    [[nodiscard]] size_t scanOutputs() const { return m_body.dataflow.outputs.size() - states(); }

    // Final states, then what the iterations yielded, along a new first dimension.
    std::vector<RunValue> iterate(std::vector<RunValue> carried, std::vector<Slices>& slices,
        const std::optional<std::vector<int64_t>>& directions, int64_t count)
    {
        std::vector<Accumulator> results(scanOutputs(), Accumulator(static_cast<uint64_t>(count)));
        for (int64_t i = 0; i < count; ++i) {
            m_site.checkStop();
            std::vector<RunValue> inputs = carried;
            for (size_t s = 0; s < slices.size(); ++s) {
                inputs.push_back(slices[s].at(isReversed(directions, s) ? slices[s].count() - 1 - i : i));
            }
            inputs.insert(inputs.end(), m_captures.begin(), m_captures.end());
            std::vector<RunValue> outputs = DataflowRun(m_site, m_site.bodyStages(m_body)).run(inputs);
            for (size_t r = 0; r < results.size(); ++r) {
                results[r].add(m_site, std::move(outputs[states() + r]));
            }
            outputs.resize(states());
            carried = std::move(outputs);
        }
        for (size_t r = 0; r < results.size(); ++r) {
            carried.push_back(results[r].result(m_site, m_body.declaredOutputs[states() + r]));
        }
        return carried;
    }

    // The tensor with its scan axis in front.
    RunValue inFront(const RunValue& value, size_t axis)
    {
        return axis == 0 ? value : onHost(value, axis, 0, false);
    }

    RunValue onHost(RunValue value, size_t from, size_t to, bool reverses)
    {
        const std::array<RunValue*, 1> toRead {&value};
        m_site.readToHost(toRead);
        return runValueOf(makeHostValue(withMovedAxis(*value.host->tensor, from, to, reverses)));
    }

private:
    RunSite& m_site;
    const Attributes& m_attributes;
    const plan::Body& m_body;
    std::vector<RunValue> m_captures;
    size_t m_scanInputs;
};

int64_t commonCount(const std::vector<Slices>& slices)
{
    for (const Slices& each : slices) {
        if (each.count() != slices.front().count()) {
            throw Error(ErrorKind::InvalidArgument,
                "its scan inputs have " + std::to_string(slices.front().count()) + " and "
                    + std::to_string(each.count()) + " elements along their axes");
        }
    }
    return slices.front().count();
}

std::vector<RunValue> runWithAxes(
    RunSite& site, const plan::DataflowNode& node, const std::vector<std::optional<RunValue>>& inputs)
{
    ScanRun scan(site, node, inputs);
    std::vector<RunValue> carried;
    for (size_t i = 0; i < scan.states(); ++i) {
        carried.push_back(givenInput(inputs, i));
    }
    const auto inputAxes = node.attributes.ints("scan_input_axes");
    std::vector<Slices> slices;
    for (size_t i = 0; i < scan.scanInputs(); ++i) {
        const RunValue& input = givenInput(inputs, scan.states() + i);
        slices.emplace_back(site, scan.inFront(input, axisAt(inputAxes, i, input.descriptor.shape.size())));
    }
    std::vector<RunValue> outputs = scan.iterate(
        std::move(carried), slices, node.attributes.ints("scan_input_directions"), commonCount(slices));
    const auto outputAxes = node.attributes.ints("scan_output_axes");
    const auto outputDirections = node.attributes.ints("scan_output_directions");
    for (size_t i = 0; i < scan.scanOutputs(); ++i) {
        RunValue& output = outputs[scan.states() + i];
        const size_t axis = axisAt(outputAxes, i, output.descriptor.shape.size());
        if (axis != 0 || isReversed(outputDirections, i)) {
            output = scan.onHost(std::move(output), 0, axis, isReversed(outputDirections, i));
        }
    }
    return outputs;
}

// Opset 8: a batch in front of everything, and a length per batch entry.
std::vector<RunValue> runWithBatch(
    RunSite& site, const plan::DataflowNode& node, const std::vector<std::optional<RunValue>>& inputs)
{
    if (inputs.at(0)) {
        throw Error(ErrorKind::Unsupported, "sequence_lens of Scan in opset 8 has no implementation here");
    }
    ScanRun scan(site, node, inputs);
    std::vector<Slices> batches;
    for (size_t i = 0; i < scan.states() + scan.scanInputs(); ++i) {
        batches.emplace_back(site, givenInput(inputs, 1 + i));
    }
    const int64_t batch = commonCount(batches);
    std::vector<Accumulator> results(
        scan.states() + scan.scanOutputs(), Accumulator(static_cast<uint64_t>(batch)));
    for (int64_t b = 0; b < batch; ++b) {
        std::vector<RunValue> carried;
        std::vector<Slices> slices;
        for (size_t i = 0; i < batches.size(); ++i) {
            if (i < scan.states()) {
                carried.push_back(batches[i].at(b));
            } else {
                slices.emplace_back(site, batches[i].at(b));
            }
        }
        std::vector<RunValue> outputs =
            scan.iterate(std::move(carried), slices, node.attributes.ints("directions"), commonCount(slices));
        for (size_t i = 0; i < outputs.size(); ++i) {
            results[i].add(site, std::move(outputs[i]));
        }
    }
    std::vector<RunValue> stacked;
    stacked.reserve(results.size());
    for (const Accumulator& result : results) {
        stacked.push_back(result.result(site, {}));
    }
    return stacked;
}

} // namespace

std::vector<RunValue> runScan(RunSite& site, const plan::DataflowNode& node, int64_t opset,
    const std::vector<std::optional<RunValue>>& inputs)
{
    return opset < 9 ? runWithBatch(site, node, inputs) : runWithAxes(site, node, inputs);
}

} // namespace weightless
