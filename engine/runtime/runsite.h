// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/constantstore.h"
#include "engine/runtime/context.h"
#include "engine/runtime/runvalue.h"
#include "engine/runtime/stages.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace weightless {

struct ContextInternals;

// The stages of the bodies of a graph's If, Loop and Scan nodes: planned once per set of shapes.
class BodyStages {
public:
    [[nodiscard]] StageTree& of(const plan::Body& body);
    void clear() { m_trees.clear(); }

private:
    std::map<const plan::Body*, std::unique_ptr<StageTree>> m_trees;
};

class RunSite;

// Runs a node between two segments (controlflow.h), which may be a graph that runs in turn.
using RunHostNode = std::vector<RunValue> (*)(RunSite& site, const plan::DataflowNode& node, int64_t opset,
    const std::vector<std::optional<RunValue>>& inputs);

// What one dispatch works with. One thread.
class RunSite {
public:
    RunSite(ContextInternals& context, const ConstantStore& constants, StageSite stageSite,
        BodyStages& bodies, RunHostNode runNode, const DispatchOptions& options, DispatchReport& report);

    [[nodiscard]] ContextInternals& context() const { return m_context; }
    [[nodiscard]] const ConstantStore& constants() const { return m_constants; }
    [[nodiscard]] const StageSite& stageSite() const { return m_stageSite; }
    [[nodiscard]] StageTree& bodyStages(const plan::Body& body) const { return m_bodies.of(body); }
    [[nodiscard]] const DispatchOptions& options() const { return m_options; }
    [[nodiscard]] RunHostNode runHostNode() const { return m_runHostNode; }

    // One stage ran so far and nothing else, so that its time is that of the dispatch.
    [[nodiscard]] bool ranOneStageAlone() const { return m_executions == 1 && m_hostSteps == 0; }
    void checkStop() const; // Cancelled
    // Runs the steps of a stage; adds its times to the report. Keeps the number of submissions bounded.
    void execute(Stage& stage, const StepBindings& bindings);
    // A constant that is handed on between steps, or read by the CPU, on the device.
    [[nodiscard]] RunValue constantValue(size_t index);
    // Notes a step of the host that began then.
    void addHostStep(const plan::DataflowNode& node, double milliseconds);

    // Brings values to the CPU that are not there, all read-backs started together.
    void readToHost(std::span<RunValue* const> values);
    // Memory for a value that outlives its segment. OutOfMemory.
    [[nodiscard]] std::shared_ptr<const Slot> takeSlot(uint64_t sizeBytes, UsualSlots& usual);
    // Gives memory back that the last runs did not need.
    void dropUnusedSlots();
    // Brings a value to the device that is not there.
    void bringToDevice(RunValue& value, UsualSlots& usual);
    // The same bytes into other memory of the device.
    void copy(const vulkan::BufferRange& from, const vulkan::BufferRange& to);

private:
    [[nodiscard]] DispatchReport runOf(Stage& stage, const StepBindings& bindings);
    bool dropIdleSlots(); // whether there were any
    [[nodiscard]] vulkan::BufferRange constantRange(size_t index);
    // Adds times to the report: to the same steps where an iteration before has them.
    void addSteps(const std::shared_ptr<const void>& key, std::vector<StepTime> steps);

    ContextInternals& m_context;
    const ConstantStore& m_constants;
    StageSite m_stageSite;
    BodyStages& m_bodies;
    RunHostNode m_runHostNode;
    const DispatchOptions& m_options;
    DispatchReport& m_report;
    size_t m_executions = 0; // of stages
    size_t m_hostSteps = 0;
    // In the report, by stage or node. A stage may go during the run: what it is known by stays.
    std::map<std::shared_ptr<const void>, size_t> m_firstSteps;
};

} // namespace weightless
