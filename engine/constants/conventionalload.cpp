// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/constants/devicewriter.h"
#include "engine/constants/externalload.h"
#include "engine/constants/loadstrategy.h"
#include "engine/vulkan/recorder.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace weightless {

namespace {

// One constant's bytes in CPU memory, for a loader to fill.
class HostDestination final : public ConstantDestination {
public:
    explicit HostDestination(std::vector<std::byte>& bytes)
        : ConstantDestination(bytes.size(), bytes.size())
        , m_bytes(bytes)
    {
    }

private:
    DestinationSlice take(
        uint64_t offsetBytes, uint64_t lengthBytes, const std::stop_token& /*stop*/) override
    {
        return {*this, std::span(m_bytes).subspan(offsetBytes, lengthBytes), nullptr};
    }

    std::vector<std::byte>& m_bytes;
};

void requireNoStop(const std::stop_token& stop)
{
    if (stop.stop_requested()) {
        throw Error(ErrorKind::Cancelled, "Loading was cancelled");
    }
}

// What frameworks do today, copy by copy, so that the difference can be seen:
//   parsing    every weight is in the parsed message (the first copy),
//   building   the graph builder copies each into its constant (the second), in the type that it is to have,
//   staging    the backend copies all into one upload arena (the third),
//   uploading  the arena goes to the device; only then are the three copies given back.
class ConventionalLoad final : public LoadStrategy {
public:
    explicit ConventionalLoad(const LoadSite& site)
        : m_site(site)
        , m_pending(loadableConstants(*site.store, site.options.order))
        , m_totalBytes(arenaBytesOf(*site.store, m_pending))
        , m_arena(site.device, m_totalBytes)
        , m_external(site, m_pending)
        , m_externalBegin(m_pending.size())
        , m_parsed(m_pending.size() + m_external.constants().size())
        , m_built(m_parsed.size())
    {
        const auto& external = m_external.constants();
        m_pending.insert(m_pending.end(), external.begin(), external.end());
    }

    bool step(const std::stop_token& stop, LoadReport& report) override
    {
        if (m_phase == phases.size() || m_pending.empty()) {
            return false;
        }
        requireNoStop(stop);
        m_current = m_pending[m_next];
        switch (m_phase) {
        case 0:
            if (m_next < m_externalBegin) {
                parse(m_next, stop);
            } else {
                parseExternal(stop, report);
            }
            if (m_next + 1 == m_externalBegin) {
                m_files.checkUnchanged();
            }
            break;
        case 1:
            build(m_next, stop);
            break;
        case 2:
            stage(m_next, stop);
            break;
        default:
            upload(m_next, report);
            break;
        }
        if (++m_next == m_pending.size()) {
            m_next = 0;
            ++m_phase;
        }
        if (m_phase == phases.size()) {
            giveBackCopies();
            return false;
        }
        return true;
    }

    void describe(LoadProgress& progress) const override
    {
        progress.phase = phases[std::min(m_phase, phases.size() - 1)];
        progress.phaseFraction = m_pending.empty() || m_phase == phases.size()
            ? 1.0
            : static_cast<double>(m_next) / static_cast<double>(m_pending.size());
        progress.currentConstant = m_current;
    }

private:
    struct HostCopy {
        std::vector<std::byte> bytes;
        MeteredBytes metered;
    };

    static constexpr std::array<const char*, 4> phases {"parsing", "building", "staging", "uploading"};

    [[nodiscard]] const ConstantInfo& infoAt(size_t position) const
    {
        return m_site.store->info(m_pending[position]);
    }

    // In pieces, so that a stop takes effect whatever the constant's size.
    static void copyBytes(
        std::span<const std::byte> from, std::span<std::byte> to, const std::stop_token& stop)
    {
        constexpr size_t pieceBytes = 4 * MiB;
        for (size_t offset = 0; offset < from.size(); offset += pieceBytes) {
            requireNoStop(stop);
            const auto piece = from.subspan(offset, std::min(pieceBytes, from.size() - offset));
            std::memcpy(to.data() + offset, piece.data(), piece.size());
        }
    }

    static void convertBytes(const ElementConversion& conversion, std::span<const std::byte> from,
        std::span<std::byte> to, const std::stop_token& stop)
    {
        constexpr size_t pieceBytes = 1 * MiB;
        for (size_t offset = 0; offset < from.size(); offset += pieceBytes) {
            requireNoStop(stop);
            const size_t end = std::min(offset + pieceBytes, from.size());
            const uint64_t begin = conversion.deviceBytes(offset);
            const uint64_t count = std::min<uint64_t>(conversion.deviceBytes(end), to.size()) - begin;
            conversion.convert(from.subspan(offset, end - offset), to.subspan(begin, count));
        }
    }

    [[nodiscard]] HostCopy makeCopy(uint64_t bytes) const
    {
        return {
            std::vector<std::byte>(bytes), MeteredBytes(m_site.device->meter(), MemoryPurpose::Host, bytes)};
    }

    void parse(size_t position, const std::stop_token& stop)
    {
        const ConstantInfo& constant = infoAt(position);
        if (std::holds_alternative<MemoryRange>(constant.source.range)
            || constant.source.encoding != SourceEncoding::Raw || constant.sizeBytes == 0) {
            m_parsed[position] = {};
            return; // already in CPU memory, decoded when it is uploaded, or nothing at all
        }
        HostCopy copy = makeCopy(storedBytesOf(constant));
        if (const auto* range = std::get_if<FileRange>(&constant.source.range)) {
            m_files.open(*range->file)->readAt(range->offsetBytes, copy.bytes, stop);
        } else {
            const auto& resource = std::get<ResourceRange>(constant.source.range);
            resource.resource->readAt(resource.offsetBytes, copy.bytes, stop);
        }
        m_parsed[position] = std::move(copy);
    }

    // Whichever constant its loader brings next.
    void parseExternal(const std::stop_token& stop, LoadReport& report)
    {
        const auto brought = m_external.step(
            [this](size_t constant) {
                const auto position = std::ranges::find(m_pending, constant) - m_pending.begin();
                HostCopy& copy = m_parsed[static_cast<size_t>(position)];
                copy = makeCopy(storedBytesOf(m_site.store->info(constant)));
                return std::make_unique<HostDestination>(copy.bytes);
            },
            stop);
        m_current = brought.constant;
        report.bytesByLoader[brought.loader] += m_site.store->info(brought.constant).sizeBytes;
    }

    void build(size_t position, const std::stop_token& stop)
    {
        const std::vector<std::byte>& parsed = m_parsed[position].bytes;
        const auto conversion = parsed.empty() ? std::nullopt : conversionOf(infoAt(position));
        HostCopy copy = makeCopy(conversion ? infoAt(position).sizeBytes : parsed.size());
        if (conversion) {
            convertBytes(*conversion, parsed, copy.bytes, stop);
        } else {
            copyBytes(parsed, copy.bytes, stop);
        }
        m_built[position] = std::move(copy);
    }

    void stage(size_t position, const std::stop_token& stop)
    {
        if (!m_staging) {
            m_staging = std::make_shared<const vulkan::Buffer>(m_site.device->createUploadBuffer(
                alignUp(m_totalBytes, stagingAlignment) + stagingAlignment * m_pending.size()));
        }
        const std::vector<std::byte>& bytes = m_built[position].bytes;
        copyBytes(bytes, m_staging->mapped().subspan(m_stagedBytes), stop);
        m_stagingOffsets.push_back(m_stagedBytes);
        m_stagedBytes += alignUp(bytes.size(), stagingAlignment);
    }

    void upload(size_t position, LoadReport& report)
    {
        const ConstantInfo& constant = infoAt(position);
        vulkan::BufferRange range;
        if (m_built[position].bytes.size() == constant.sizeBytes) {
            range = m_arena.allocate(constant.sizeBytes);
            vulkan::CommandRecorder recorder(m_site.device);
            recorder.copy({m_staging, m_stagingOffsets[position], constant.sizeBytes}, range);
            m_site.device->submit(recorder.finish()).wait();
        } else {
            if (!m_writer) {
                m_writer = std::make_unique<DeviceWriter>(m_site, 0);
            }
            range = m_writer->write(constant, {}).range;
            m_writer->finish();
        }
        m_site.store->set(m_pending[position], {std::move(range), nullptr});
        report.bytesByPath[static_cast<size_t>(LoadPath::Conventional)] += constant.sizeBytes;
        ++report.constantCount;
    }

    void giveBackCopies()
    {
        m_parsed.clear();
        m_built.clear();
        m_staging.reset();
    }

    static constexpr uint64_t stagingAlignment = 16;

    LoadSite m_site;
    std::vector<size_t> m_pending;
    uint64_t m_totalBytes;
    vulkan::WeightArena m_arena;
    FilePool m_files;
    ExternalLoad m_external; // takes its share of m_pending, which comes back behind the others
    size_t m_externalBegin; // in m_pending
    size_t m_phase = 0;
    size_t m_next = 0;
    std::optional<size_t> m_current;
    std::vector<HostCopy> m_parsed;
    std::vector<HostCopy> m_built;
    std::shared_ptr<const vulkan::Buffer> m_staging;
    uint64_t m_stagedBytes = 0;
    std::vector<uint64_t> m_stagingOffsets;
    std::unique_ptr<DeviceWriter> m_writer;
};

} // namespace

std::unique_ptr<LoadStrategy> makeConventionalLoad(const LoadSite& site)
{
    return std::make_unique<ConventionalLoad>(site);
}

} // namespace weightless
