// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspection/duplicates.h"

#include "engine/base/digest.h"
#include "engine/base/error.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace weightless {

namespace {

constexpr uint64_t comparedElements = uint64_t {256} * 1024;
constexpr uint64_t beginningElements = uint64_t {16} * 1024;

using Groups = std::vector<std::vector<size_t>>;

class Finder {
public:
    Finder(std::span<const std::shared_ptr<const ConstantInfo>> constants,
        const InspectionProgress& onProgress, const std::stop_token& stop)
        : m_constants(constants)
        , m_onProgress(onProgress)
        , m_stop(stop)
    {
    }

    std::vector<DuplicateGroup> find()
    {
        const Groups alike = byKind();
        for (const auto& group : alike) {
            m_total += group.size() * bytesOf(group.front());
        }
        std::vector<DuplicateGroup> found;
        for (const auto& group : alike) {
            for (const auto& begun : byValues(group, beginningElements)) {
                for (auto& equal : byValues(begun, UINT64_MAX)) {
                    found.push_back({std::move(equal), bytesOf(begun.front())});
                }
            }
            // What was told apart by its beginning is done, too.
            m_done += group.size() * bytesOf(group.front());
            report();
        }
        std::ranges::stable_sort(found, std::ranges::greater(), &DuplicateGroup::spareBytes);
        return found;
    }

private:
    [[nodiscard]] TensorValues tensor(size_t constant) const { return {m_constants[constant], nullptr}; }
    [[nodiscard]] uint64_t bytesOf(size_t constant) const { return tensor(constant).storedBytes(); }

    // Those that may be equal, by what is known without reading.
    [[nodiscard]] Groups byKind() const
    {
        std::map<std::tuple<DataType, uint64_t, uint64_t>, std::vector<size_t>> kinds;
        for (size_t i = 0; i < m_constants.size(); ++i) {
            const TensorReader reader(tensor(i));
            const uint64_t size = bytesOf(i);
            const ConstantInfo& constant = *m_constants[i];
            const bool hasValues = constant.problem.empty() && (constant.value || hasBytes(constant.source));
            if (size >= leastDuplicateBytes && hasValues && !tensor(i).isRemote() && reader.isReadable()
                && constant.descriptor.type != DataType::String) {
                kinds[{m_constants[i]->descriptor.type, tensor(i).elementCount(), size}].push_back(i);
            }
        }
        Groups groups;
        for (auto& kind : kinds) {
            if (kind.second.size() > 1) {
                groups.push_back(std::move(kind.second));
            }
        }
        return groups;
    }

    // Groups of two and more whose first `mostElements` are the same.
    [[nodiscard]] Groups byValues(const std::vector<size_t>& group, uint64_t mostElements) const
    {
        std::map<Digest, std::vector<size_t>> digests;
        for (const size_t constant : group) {
            digests[digestOf(constant, mostElements)].push_back(constant);
        }
        Groups groups;
        for (auto& each : digests) {
            if (each.second.size() > 1) {
                groups.push_back(std::move(each.second));
            }
        }
        return groups;
    }

    // Each part's digest goes into the next one's, so that a part is all that is in memory.
    [[nodiscard]] Digest digestOf(size_t constant, uint64_t mostElements) const
    {
        TensorReader reader(tensor(constant));
        const uint64_t count = std::min(mostElements, tensor(constant).elementCount());
        Digest digest {};
        for (uint64_t done = 0; done < count;) {
            if (m_stop.stop_requested()) {
                throw Error(ErrorKind::Cancelled, "Looking for duplicates was cancelled");
            }
            const uint64_t part = std::min(comparedElements, count - done);
            std::vector<std::byte> bytes = reader.read(done, part, m_stop).bytes;
            bytes.insert(bytes.end(), digest.begin(), digest.end());
            digest = sha256(bytes);
            done += part;
        }
        reader.checkUnchanged();
        return digest;
    }

    void report() const
    {
        if (m_onProgress) {
            m_onProgress(m_done, m_total);
        }
    }

    std::span<const std::shared_ptr<const ConstantInfo>> m_constants;
    const InspectionProgress& m_onProgress;
    std::stop_token m_stop;
    uint64_t m_done = 0;
    uint64_t m_total = 0;
};

} // namespace

std::vector<DuplicateGroup> findDuplicates(std::span<const std::shared_ptr<const ConstantInfo>> constants,
    const InspectionProgress& onProgress, const std::stop_token& stop)
{
    return Finder(constants, onProgress, stop).find();
}

} // namespace weightless
