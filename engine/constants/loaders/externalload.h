// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/loaders/externaldataloader.h"
#include "engine/constants/loadplan.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace weightless {

// The constants of one job that loaders bring, loader by loader. Every destination that a transfer was given
// is held here until that transfer has ended, and each destination holds the memory it stands for: whatever
// else of the job goes first, a loader's threads write into memory that is there.
class ExternalLoad {
public:
    using MakeDestination = std::function<std::shared_ptr<ConstantDestination>(size_t place)>;

    // A constant that its loader brings.
    struct Wanted {
        size_t place = 0; // what the caller calls it
        std::shared_ptr<const ConstantInfo> constant;
        std::shared_ptr<const ExternalDataLoader> loader;
    };

    // What the plan has loaders for, each at its place in the plan.
    [[nodiscard]] static std::vector<Wanted> wantedOf(const LoadPlan& plan, const ConstantStore& store);

    // `wanted`: the most urgent first, of each loader.
    ExternalLoad(std::shared_ptr<MemoryMeter> meter, std::vector<Wanted> wanted);
    ~ExternalLoad(); // aborts what is under way
    ExternalLoad(const ExternalLoad&) = delete;
    ExternalLoad& operator=(const ExternalLoad&) = delete;

    [[nodiscard]] size_t remaining() const { return m_remaining; }

    // Those places are not wanted any more. What its loader has under way may be brought all the same.
    void leaveOut(const std::function<bool(size_t place)>& isUnwanted);

    struct Brought {
        size_t place = 0;
        std::shared_ptr<ConstantDestination> destination;
        std::string loader;
    };
    // Brings one more constant; something remains. nullopt when none was complete for a moment: call again.
    // After it threw (Cancelled on a stop) nothing is under way, and it may be called again: what was not
    // complete is begun anew, in the memory it has.
    [[nodiscard]] std::optional<Brought> step(
        const MakeDestination& makeDestination, const std::stop_token& stop);

private:
    struct Item {
        size_t place = 0;
        std::shared_ptr<const ConstantInfo> constant;
        std::shared_ptr<ConstantDestination> destination;
    };
    struct Group {
        std::shared_ptr<const ExternalDataLoader> loader;
        std::vector<Item> items; // those not complete
        std::vector<std::shared_ptr<ConstantDestination>> complete; // of the transfer under way
        std::unique_ptr<ExternalDataTransfer> transfer;
        std::vector<size_t> prepared; // places, in the order of prepare()
    };

    template <typename Call>
    static auto asked(const Group& group, Call&& call);
    void begin(Group& group, const MakeDestination& makeDestination) const;
    [[nodiscard]] std::vector<Item>::iterator itemAt(Group& group, size_t prepared) const;
    static void abort(Group& group) noexcept;

    std::shared_ptr<MemoryMeter> m_meter;
    size_t m_remaining;
    std::deque<Group> m_groups;
};

} // namespace weightless
