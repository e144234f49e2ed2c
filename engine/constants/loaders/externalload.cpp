// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loaders/externalload.h"

#include "engine/base/error.h"
#include "engine/constants/loaderror.h"

#include <algorithm>
#include <utility>

namespace weightless {

// What the loader does or answers. What it throws that is no Error says neither what failed nor for which
// constant.
template <typename Call>
auto ExternalLoad::asked(const Group& group, Call&& call)
{
    try {
        return std::forward<Call>(call)();
    } catch (...) {
        const size_t others = group.items.size() - 1;
        throw foreignError("Loader '" + std::string(group.loader->name()) + "', bringing constant '"
            + group.items.front().constant->name + "'"
            + (others > 0 ? " or one of " + std::to_string(others) + " others," : ","));
    }
}

std::vector<ExternalLoad::Wanted> ExternalLoad::wantedOf(const LoadPlan& plan, const ConstantStore& store)
{
    std::vector<Wanted> wanted;
    for (size_t place = 0; place < plan.constants.size(); ++place) {
        const PlannedConstant& planned = plan.constants[place];
        if (planned.loader != nullptr && !isPooled(plan, planned)) {
            wanted.push_back({place, store.sharedInfo(planned.constant), planned.loader});
        }
    }
    return wanted;
}

ExternalLoad::ExternalLoad(std::shared_ptr<MemoryMeter> meter, std::vector<Wanted> wanted)
    : m_meter(std::move(meter))
    , m_remaining(wanted.size())
{
    for (Wanted& each : wanted) {
        auto group = std::ranges::find(m_groups, each.loader, &Group::loader);
        if (group == m_groups.end()) {
            m_groups.push_back({std::move(each.loader), {}, {}, nullptr, {}});
            group = std::prev(m_groups.end());
        }
        group->items.push_back({each.place, std::move(each.constant), nullptr});
    }
}

ExternalLoad::~ExternalLoad()
{
    for (Group& group : m_groups) {
        abort(group);
    }
}

void ExternalLoad::leaveOut(const std::function<bool(size_t place)>& isUnwanted)
{
    const auto isOut = [&](const Item& item) { return isUnwanted(item.place); };
    for (Group& group : m_groups) {
        if (!group.transfer || std::ranges::all_of(group.items, isOut)) {
            m_remaining -= std::erase_if(group.items, isOut);
        }
        if (group.items.empty()) {
            abort(group);
        }
    }
    std::erase_if(m_groups, [](const Group& group) { return group.items.empty(); });
}

std::optional<ExternalLoad::Brought> ExternalLoad::step(
    const MakeDestination& makeDestination, const std::stop_token& stop)
{
    Group& group = m_groups.front();
    try {
        requireNoStop(stop);
        if (!group.transfer) {
            begin(group, makeDestination);
        }
        const std::optional<size_t> prepared = asked(group, [&] { return group.transfer->load(stop); });
        if (!prepared) {
            return std::nullopt;
        }
        const auto item = itemAt(group, *prepared);
        if (group.items.size() == 1) {
            asked(group, [&] { group.transfer->finish(); });
        }
        Brought brought {item->place, item->destination, std::string(group.loader->name())};
        group.complete.push_back(std::move(item->destination));
        group.items.erase(item);
        --m_remaining;
        if (group.items.empty()) {
            m_groups.pop_front();
        }
        return brought;
    } catch (...) {
        const Error error = currentError();
        abort(group);
        throw error;
    }
}

void ExternalLoad::begin(Group& group, const MakeDestination& makeDestination) const
{
    group.transfer = asked(group, [&] { return group.loader->begin(m_meter); });
    if (!group.transfer) {
        throw Error(ErrorKind::Internal,
            "Loader '" + std::string(group.loader->name())
                + "' began no transfer: begin() returned null, but it must return one");
    }
    group.prepared.clear();
    for (Item& item : group.items) {
        try {
            requireSourceBytes(*item.constant);
        } catch (const Error& error) {
            throw notSet(*item.constant, error);
        }
        if (item.destination) {
            item.destination->restart();
        } else {
            item.destination = makeDestination(item.place);
        }
        asked(group, [&] { group.transfer->prepare({item.constant.get(), item.destination.get()}); });
        group.prepared.push_back(item.place);
    }
}

// What a loader of somebody else returns is checked, or half a constant would pass for set.
std::vector<ExternalLoad::Item>::iterator ExternalLoad::itemAt(Group& group, size_t prepared) const
{
    const auto item = prepared < group.prepared.size()
        ? std::ranges::find(group.items, group.prepared[prepared], &Item::place)
        : group.items.end();
    const std::string loader = "Loader '" + std::string(group.loader->name()) + "' ";
    if (item == group.items.end()) {
        throw Error(ErrorKind::Internal,
            loader + "brought tensor " + std::to_string(prepared)
                + ", which it was not asked for or had brought");
    }
    const uint64_t sizeBytes = item->destination->sizeBytes();
    if (item->destination->committedBytes() != sizeBytes) {
        throw Error(ErrorKind::Internal,
            loader + "calls constant '" + item->constant->name + "' complete, but it wrote "
                + std::to_string(item->destination->committedBytes()) + " of " + std::to_string(sizeBytes)
                + " bytes");
    }
    return item;
}

void ExternalLoad::abort(Group& group) noexcept
{
    if (group.transfer) {
        group.transfer->abort();
        group.transfer.reset();
    }
    group.complete.clear();
}

} // namespace weightless
