// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/constants/loaders/externaldatamanager.h"
#include "engine/constants/modes/loadstrategy.h"

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
    using MakeDestination = std::function<std::shared_ptr<ConstantDestination>(size_t constant)>;

    // Takes those that a loader claims out of `pending`.
    ExternalLoad(const LoadSite& site, std::vector<size_t>& pending);
    ~ExternalLoad(); // aborts what is under way
    ExternalLoad(const ExternalLoad&) = delete;
    ExternalLoad& operator=(const ExternalLoad&) = delete;

    [[nodiscard]] const std::vector<size_t>& constants() const { return m_constants; } // all of them
    [[nodiscard]] size_t remaining() const { return m_remaining; }

    struct Brought {
        size_t constant = 0;
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
        size_t constant = 0;
        std::shared_ptr<ConstantDestination> destination;
    };
    struct Group {
        std::shared_ptr<const ExternalDataLoader> loader;
        std::vector<Item> items; // those not complete
        std::vector<std::shared_ptr<ConstantDestination>> complete; // of the transfer under way
        std::unique_ptr<ExternalDataTransfer> transfer;
        std::vector<size_t> prepared; // by place of prepare(): the constant
    };

    void begin(Group& group, const MakeDestination& makeDestination) const;
    [[nodiscard]] std::vector<Item>::iterator itemAt(Group& group, size_t place) const;
    static void abort(Group& group) noexcept;

    std::shared_ptr<const vulkan::Device> m_device;
    std::shared_ptr<ConstantStore> m_store;
    std::vector<size_t> m_constants;
    size_t m_remaining = 0;
    std::deque<Group> m_groups;
};

} // namespace weightless
