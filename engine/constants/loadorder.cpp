// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/loadstrategy.h"

#include <algorithm>
#include <map>
#include <utility>

namespace weightless {

namespace {

// Files in the order they are first named, offsets within a file. Bytes in memory need no disk and come
// first.
class FileOrder {
public:
    explicit FileOrder(const ConstantStore& store)
        : m_store(store)
    {
    }

    std::pair<size_t, uint64_t> operator()(size_t index)
    {
        const auto* range = std::get_if<FileRange>(&m_store.info(index).source.range);
        if (range == nullptr) {
            return {0, 0};
        }
        return {m_ranks.emplace(range->file.get(), m_ranks.size() + 1).first->second, range->offsetBytes};
    }

private:
    const ConstantStore& m_store;
    std::map<const FileReference*, size_t> m_ranks;
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

std::vector<size_t> loadableConstants(const ConstantStore& store, LoadOrder order)
{
    std::vector<size_t> constants = store.unset();
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
