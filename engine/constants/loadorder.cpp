// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loadorder.h"

#include <algorithm>
#include <map>
#include <utility>

namespace weightless {

namespace {

// Files and other sources in the order they are first named, offsets within each. Bytes in memory need no
// disk and come first.
class FileOrder {
public:
    explicit FileOrder(const ConstantStore& store)
        : m_store(store)
    {
    }

    std::pair<size_t, uint64_t> operator()(size_t index)
    {
        const ConstantSource& source = m_store.info(index).source;
        if (const auto* range = std::get_if<FileRange>(&source.range)) {
            return {rankOf(range->file.get()), range->offsetBytes};
        }
        if (const auto* range = std::get_if<ResourceRange>(&source.range)) {
            return {rankOf(range->resource.get()), range->offsetBytes};
        }
        return {0, 0};
    }

private:
    size_t rankOf(const void* container)
    {
        return m_ranks.emplace(container, m_ranks.size() + 1).first->second;
    }

    const ConstantStore& m_store;
    std::map<const void*, size_t> m_ranks;
};

template <typename Key>
void sortBy(std::vector<size_t>& constants, Key&& keyOf)
{
    using Value = decltype(keyOf(size_t {}));
    std::vector<std::pair<Value, size_t>> keyed;
    keyed.reserve(constants.size());
    for (const size_t index : constants) {
        keyed.emplace_back(keyOf(index), index);
    }
    std::ranges::sort(keyed); // equal keys: order of declaration
    std::ranges::transform(keyed, constants.begin(), [](const auto& pair) { return pair.second; });
}

} // namespace

std::vector<size_t> loadableConstants(const ConstantStore& store, LoadOrder order, bool isGivenUp)
{
    std::vector<size_t> constants = store.unset(isGivenUp);
    std::erase_if(constants, [&](size_t index) { return !store.hasSource(index); });
    switch (order) {
    case LoadOrder::File:
        sortBy(constants, FileOrder(store));
        break;
    case LoadOrder::Largest:
        sortBy(constants, [&](size_t index) { return UINT64_MAX - store.info(index).sizeBytes; });
        break;
    case LoadOrder::Execution:
        sortBy(constants, [&](size_t index) { return store.firstUse(index); });
        break;
    }
    return constants;
}

} // namespace weightless
