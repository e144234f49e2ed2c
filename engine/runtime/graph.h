// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/loadingjob.h"
#include "engine/constants/loadoptions.h"
#include "engine/model/model.h"
#include "engine/runtime/graphbuilder.h"
#include "engine/runtime/graphport.h"
#include "engine/runtime/kernelcompilation.h"
#include "engine/runtime/memoryplan.h"

#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace weightless {

struct GraphInternals;

// An executable graph (WebNN's MLGraph), hollow until every constant is set. Made by GraphBuilder or
// buildGraph(). isSet(), setCount() and the descriptions may be asked from any thread; everything else from
// one thread at a time, the one that dispatches.
class Graph {
public:
    explicit Graph(std::shared_ptr<GraphInternals> internals);
    ~Graph();
    Graph(const Graph&) = delete;
    Graph& operator=(const Graph&) = delete;

    [[nodiscard]] const std::vector<GraphPort>& inputs() const;
    [[nodiscard]] const std::vector<GraphPort>& outputs() const;
    // Output descriptors for other input shapes (free dimensions only; by name, the others as built). Plans
    // for shapes that are new. InvalidArgument: no such input, a shape that it does not take. Cancelled.
    // Errors of planning as GraphBuilder::build().
    [[nodiscard]] std::vector<GraphPort> outputsFor(
        const std::map<std::string, Shape>& inputShapes, const std::stop_token& stop = {});

    [[nodiscard]] size_t constantCount() const;
    // In the order of declaration. InvalidArgument: no such constant; isSet() and comesWithRuns() likewise.
    [[nodiscard]] const ConstantInfo& constant(size_t index) const;
    // As it was declared, that very one, where the device has it in another order.
    [[nodiscard]] const ConstantInfo& declaredConstant(size_t index) const;
    [[nodiscard]] bool isSet(size_t index) const;
    // It is set, and the device budget has no lasting place for it: each run that uses it brings its bytes.
    [[nodiscard]] bool comesWithRuns(size_t index) const;
    [[nodiscard]] size_t setCount() const;
    [[nodiscard]] std::vector<size_t> unsetConstants() const;
    // As LoadReport::clamped, of what is set or known by now; no load and no run is under way.
    [[nodiscard]] std::vector<ClampedConstant> clampedConstants() const;

    // Sets one hollow constant, once. The bytes go to the device; nothing of them is kept on the CPU.
    // InvalidArgument: operand of another builder or no hollow constant, wrong size. InvalidState: set
    // already. OutOfMemory, DeviceLost; from a source also Io, and Cancelled, which leaves it unset.
    void setConstantData(const Operand& constant, std::span<const std::byte> bytes);
    void setConstantData(
        const Operand& constant, const ConstantSource& source, const std::stop_token& stop = {});
    void setConstantData(size_t index, std::span<const std::byte> bytes);

    // Copies a part of a set constant's own bytes back, from `offsetBytes` of its elements on: what was
    // loaded can be saved when its file is gone. Derived forms (Plan's once-steps) leave the original as it
    // was. Never more than `destination` in CPU memory beside it. InvalidArgument: no such constant or range.
    // InvalidState: unset, or not on the device now, as constants come and go under a device budget. Io: the
    // pages bound for it are no longer what they were.
    void readConstant(size_t index, uint64_t offsetBytes, std::span<std::byte> destination) const;
    // Reads the constant that `info` describes (itself, or the only one of its name, type and shape) front to
    // back, one span after the other, as readConstant() does; 4-bit integers, which the device has as bytes,
    // are packed again. Empty when there is none, and when it is unset or not on the device now. Not to be
    // used longer than the graph.
    [[nodiscard]] std::function<void(std::span<std::byte>)> constantBytes(const ConstantInfo& info) const;

    // A job that sets every unset constant from its source; its steps belong to this graph's thread, as they
    // may drop what earlier loads set, to plan it anew under another budget. InvalidState when one has
    // neither data nor source; Io when one has a ConstantInfo::problem; InvalidArgument for a forced path
    // that the mode does not have; predict() too.
    [[nodiscard]] std::unique_ptr<LoadingJob> load(const LoadOptions& options = {});
    // Under which the last such job that had something to set was begun, as its plan could be carried out;
    // 0: none.
    [[nodiscard]] uint64_t deviceBudget() const;
    // What that job will need.
    [[nodiscard]] LoadPrediction predict(const LoadOptions& options = {}) const;

    // Measures what computing and bringing cost on this device, so that predictions under a device budget
    // tell how long a run takes: runs the graph's first segment twice on no content, with one buffer in place
    // of all constants, and reads at most 64 MiB of one constant. Nothing is set, and no more is held of the
    // device after it than before, also where it fails. False where the device has no timestamps: guesses
    // stay. OutOfMemory, Io, Cancelled.
    bool measureRun(const LoadOptions& options = {}, const std::stop_token& stop = {});

    // Has the driver compile, on threads of their own, what the first segment launches for these input shapes
    // (by name; the others as built), and returns at once. Asked again for the same shapes it is the same
    // one. Without this the first dispatch does, and waits; what later segments launch is compiled as they
    // are reached. The graph keeps it until another is asked for. Errors as outputsFor().
    std::shared_ptr<const KernelCompilation> compileKernels(
        const std::map<std::string, Shape>& inputShapes = {}, const std::stop_token& stop = {});

    [[nodiscard]] MemoryPlan memoryPlan() const;

    // Whether the driver has refused, since the graph was planned, what plans take for granted: unloaded, or
    // built anew, it does without.
    [[nodiscard]] bool isOutdated() const;

    // All constants are hollow again and their device memory is given back.
    void unload();

    [[nodiscard]] GraphInternals& internals() const { return *m_internals; }

private:
    [[nodiscard]] size_t constantIndexOf(const Operand& constant) const;
    [[nodiscard]] std::vector<Shape> shapesWith(const std::map<std::string, Shape>& inputShapes) const;
    // readConstant() of 4-bit integers, packed; `offsetBytes` counts packed bytes.
    void readPacked(size_t index, uint64_t offsetBytes, std::span<std::byte> destination) const;

    std::shared_ptr<GraphInternals> m_internals;
};

} // namespace weightless
