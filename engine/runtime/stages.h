// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/segments.h"
#include "engine/runtime/execution.h"
#include "engine/runtime/slotpool.h"

#include <list>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace weightless {

// A segment on a device, and the segments that followed it so far, each by the values and shapes that it was
// made for.
struct Stage {
    plan::Segment segment;
    std::unique_ptr<Execution> execution; // null: nothing for the device
    std::vector<UsualSlots> uploads; // by input of the plan
    std::vector<UsualSlots> results; // by output of the plan
    // Values that nothing reads any more once the plan has run, and once the host has done its part.
    std::vector<plan::ValueId> readByPlan;
    std::vector<plan::ValueId> readByHost;
    std::list<std::pair<std::string, std::unique_ptr<Stage>>> next; // most recently used first
    uint64_t lastRun = 0; // of the tree, that came by
    std::shared_ptr<const char> identity = std::make_shared<const char>(); // that no later one has
};

// What makes stages.
struct StageSite {
    std::shared_ptr<vulkan::Device> device;
    vulkan::DeviceTraits traits; // as plans see them
    uint64_t arenaBudget = 0; // as plan::PlanOptions
    std::optional<uint32_t> stepsAhead {}; // the same
    std::shared_ptr<ScratchMemory> scratch; // of all stages of a graph: one runs at a time
    std::shared_ptr<SlotPool> slotPool; // of the same
    uint64_t* planCount = nullptr; // counts segments that were made
};

// The stages of one dataflow. The same inputs and the same values read find what was made before; the last
// few ways are kept, and of all of them no more than mostStages beside those of the run. One thread.
class StageTree {
public:
    static constexpr size_t mostStages = 128;

    StageTree(const plan::Dataflow& dataflow, bool emitsOutputs);

    // The first stage for these inputs. The values of those that inputsRead() names may be given: they spare
    // shapes that were never seen before a segment that only reads. Errors as plan::makeSegment().
    Stage& first(const StageSite& site, std::vector<plan::GivenInput> inputs, const std::stop_token& stop);
    // Inputs whose values earlier requests had to know before anything ran.
    [[nodiscard]] const std::set<size_t>& inputsRead() const { return m_inputsRead; }
    // What follows a stage when `key` stands for all that was learned since; `progress` is asked when there
    // is no such stage yet.
    template <typename MakeProgress>
    Stage& next(const StageSite& site, Stage& stage, const std::string& key, const std::stop_token& stop,
        const MakeProgress& progress)
    {
        if (Stage* known = find(stage.next, key)) {
            return *known;
        }
        return add(site, stage.next, key, progress(), stop);
    }

    [[nodiscard]] const plan::Dataflow& dataflow() const { return m_dataflow; }
    [[nodiscard]] size_t stageCount() const { return countOf(m_first); }
    void clear()
    {
        m_first.clear();
        m_count = 0;
    }

private:
    using List = std::list<std::pair<std::string, std::unique_ptr<Stage>>>;

    [[nodiscard]] static size_t countOf(const List& list);
    // The end of a way that runs came by before `lastRun`, the longest time ago; no list: there is none.
    struct End {
        List* list = nullptr;
        List::iterator entry {};
        uint64_t lastRun = 0;
    };
    static void findOldestEnd(List& list, End& oldest);
    void dropOldEnds();
    Stage* find(List& list, const std::string& key) const;
    void rememberInputsRead(const plan::Segment& segment);
    Stage& add(const StageSite& site, List& list, const std::string& key, plan::Progress progress,
        const std::stop_token& stop);

    const plan::Dataflow& m_dataflow;
    bool m_emitsOutputs;
    List m_first;
    size_t m_count = 0; // of stages
    uint64_t m_run = 0;
    uint64_t m_runWithoutOthers = 0; // that has no end of a way of another run
    std::set<size_t> m_inputsRead;
};

// Appends what the next stage depends on.
void addToKey(std::string& key, plan::ValueState state, const TensorDescriptor& descriptor);
void addToKey(std::string& key, const HostTensor& value);

} // namespace weightless
