// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/modes/conventionalload.h"

#include "engine/base/bytes.h"
#include "engine/base/error.h"
#include "engine/constants/constantstore.h"
#include "engine/constants/conversion/elementconversion.h"
#include "engine/constants/loaderror.h"
#include "engine/constants/loaders/externalload.h"
#include "engine/constants/modes/hostcopy.h"
#include "engine/constants/transfer/devicewriter.h"
#include "engine/vulkan/recorder.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace weightless {

namespace {

// What frameworks do today, copy by copy, so that the difference can be seen:
//   parsing    every weight is in the parsed message (the first copy),
//   building   the graph builder copies each into its constant (the second), in the type that it is to have,
//   staging    the backend copies all into its upload arena (the third),
//   uploading  the arena goes to the device,
//   giving back  only then do the three copies go.
class ConventionalLoad final : public LoadStrategy {
public:
    ConventionalLoad(const LoadSite& site, LoadPlan plan)
        : m_site(site)
        , m_plan(std::move(plan))
        , m_memory(std::make_shared<TransferMemory>(site.device, site.options, site.store->arena(site.device),
              site.pipelines, leastSliceBytesOf(*site.store)))
        , m_writer(site.device->meter(), site.options, m_memory)
        , m_external(site.device->meter(), ExternalLoad::wantedOf(m_plan, *site.store))
        , m_externalBegin(m_plan.constants.size() - m_external.remaining())
        , m_parsed(m_plan.constants.size())
        , m_built(m_parsed.size())
        , m_clamped(m_parsed.size())
        , m_staged(m_parsed.size())
    {
        m_memory->arena->expect(arenaBytes(m_plan, *site.store));
        m_bytesBefore.reserve(count() + 1);
        for (size_t i = 0; i < count(); ++i) {
            m_bytesBefore.push_back(m_bytesBefore.back() + infoAt(i).sizeBytes + 1);
        }
    }

    bool step(const std::stop_token& stop, LoadReport& report) override
    {
        if (m_phase == phases.size() || count() == 0) {
            return false;
        }
        m_current = m_plan.constants[m_next % count()].constant;
        if (m_phase == 0 && m_next >= m_externalBegin) {
            if (!parseExternal(stop, report)) { // which sees a stop by itself, and ends the transfer
                return true;
            }
        } else {
            requireNoStop(stop);
        }
        switch (m_phase) {
        case 0:
            if (m_next < m_externalBegin) {
                parse(m_next, stop);
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
        case 3:
            upload(m_next, stop, report);
            break;
        default:
            giveBack(m_next);
            break;
        }
        if (++m_next == stepCount()) {
            m_next = 0;
            ++m_phase;
        }
        return m_phase < phases.size();
    }

    void describe(LoadProgress& progress) const override
    {
        progress.phase = phases[std::min(m_phase, phases.size() - 1)];
        progress.phaseFraction = count() == 0 || m_phase == phases.size()
            ? 1.0
            : static_cast<double>(m_next) / static_cast<double>(stepCount());
        progress.fraction = fraction();
        progress.currentConstant = m_current;
    }

private:
    static constexpr std::array<const char*, 5> phases {
        "parsing", "building", "staging", "uploading", "giving back"};
    static constexpr size_t copyCount = 3; // of each constant

    // A constant's place in the upload arena.
    struct StagedCopy {
        std::shared_ptr<const vulkan::Buffer> block;
        uint64_t offsetBytes = 0;
    };

    [[nodiscard]] size_t count() const { return m_plan.constants.size(); }

    // What each phase takes of the whole, roughly: only reading waits for anything but memory.
    static constexpr std::array<double, 5> phaseShares {0.36, 0.2, 0.2, 0.2, 0.04};

    // Over all phases, by bytes: constants differ by a factor of a million.
    [[nodiscard]] double fraction() const
    {
        if (count() == 0 || m_phase == phases.size()) {
            return 1.0;
        }
        double before = 0;
        for (size_t phase = 0; phase < m_phase; ++phase) {
            before += phaseShares[phase];
        }
        const double done = m_phase + 1 < phases.size()
            ? static_cast<double>(m_bytesBefore[m_next]) / static_cast<double>(m_bytesBefore.back())
            : static_cast<double>(m_next) / static_cast<double>(stepCount());
        return before + phaseShares[m_phase] * done;
    }

    // Of the phase under way.
    [[nodiscard]] size_t stepCount() const
    {
        return m_phase + 1 < phases.size() ? count() : copyCount * count();
    }

    [[nodiscard]] const ConstantInfo& infoAt(size_t position) const
    {
        return m_site.store->info(m_plan.constants[position].constant);
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

    static uint64_t convertBytes(const ElementConversion& conversion, std::span<const std::byte> from,
        std::span<std::byte> to, const std::stop_token& stop)
    {
        const size_t pieceBytes = wholeMultiples(1 * MiB, conversion.grainBytes());
        uint64_t clamped = 0;
        for (size_t offset = 0; offset < from.size(); offset += pieceBytes) {
            requireNoStop(stop);
            const size_t end = std::min(offset + pieceBytes, from.size());
            const uint64_t begin = conversion.deviceBytes(offset);
            const uint64_t count = std::min<uint64_t>(conversion.deviceBytes(end), to.size()) - begin;
            clamped += conversion.convert(from.subspan(offset, end - offset), to.subspan(begin, count));
        }
        return clamped;
    }

    [[nodiscard]] HostCopy makeCopy(uint64_t bytes) const { return {m_site.device->meter(), bytes}; }

    // What a stopped attempt had is kept for the next one: giving it back would hold up the stop.
    std::span<std::byte> makeRoom(HostCopy& copy, uint64_t bytes) const
    {
        if (copy.bytes().empty()) {
            copy = makeCopy(bytes);
        }
        return copy.bytes();
    }

    void parse(size_t position, const std::stop_token& stop)
    {
        const ConstantInfo& constant = infoAt(position);
        if (!isParsed(constant)) {
            return; // already in CPU memory, decoded when it is uploaded, or nothing at all
        }
        const std::span<std::byte> copy = makeRoom(m_parsed[position], storedBytesOf(constant));
        try {
            if (const auto* range = std::get_if<FileRange>(&constant.source.range)) {
                m_files.open(*range->file)->readAt(range->offsetBytes, copy, stop);
            } else {
                const auto& resource = std::get<ResourceRange>(constant.source.range);
                m_files.noteResource(resource.resource);
                resource.resource->readAt(resource.offsetBytes, copy, stop);
            }
        } catch (...) {
            throw notSet(constant, foreignError("Reading " + weightless::describe(constant.source)));
        }
    }

    // Whichever constant its loader brings next; false when none was complete for a moment.
    bool parseExternal(const std::stop_token& stop, LoadReport& report)
    {
        const auto brought = m_external.step(
            [this](size_t position) {
                return std::make_shared<HostDestination>(makeCopy(storedBytesOf(infoAt(position))));
            },
            stop);
        if (!brought) {
            return false;
        }
        m_current = m_plan.constants[brought->place].constant;
        m_parsed[brought->place] = static_cast<HostDestination&>(*brought->destination).copy();
        report.bytesByLoader[brought->loader] += infoAt(brought->place).sizeBytes;
        return true;
    }

    void build(size_t position, const std::stop_token& stop)
    {
        const std::span<const std::byte> parsed = m_parsed[position].bytes();
        const auto conversion = parsed.empty() ? std::nullopt : conversionOf(infoAt(position));
        const std::span<std::byte> copy =
            makeRoom(m_built[position], conversion ? infoAt(position).sizeBytes : parsed.size());
        if (conversion) {
            const uint64_t clamped = convertBytes(*conversion, parsed, copy, stop);
            m_clamped[position] = std::make_shared<ClampedCount>();
            m_clamped[position]->add(clamped);
        } else {
            copyBytes(parsed, copy, stop);
        }
    }

    void stage(size_t position, const std::stop_token& stop)
    {
        const std::span<const std::byte> bytes = m_built[position].bytes();
        if (m_stagingBlock == nullptr || bytes.size() > m_stagingBlock->sizeBytes() - m_stagedBytes) {
            m_stagingBlock = std::make_shared<const vulkan::Buffer>(
                m_site.device->createUploadBuffer(stagingBlockBytesFrom(position)));
            m_stagedBytes = 0;
        }
        copyBytes(bytes, m_stagingBlock->mapped().subspan(m_stagedBytes), stop);
        m_staged[position] = {m_stagingBlock, m_stagedBytes};
        m_stagedBytes += alignUp(bytes.size(), stagingAlignment);
        if (position + 1 == count()) {
            m_stagingBlock.reset(); // the constants keep what they have of it
        }
    }

    // What the next constants take, as many as fit a block of the usual size, at least one.
    [[nodiscard]] uint64_t stagingBlockBytesFrom(size_t position) const
    {
        uint64_t blockBytes = 0;
        for (; position < m_built.size(); ++position) {
            const uint64_t bytes = alignUp(m_built[position].bytes().size(), stagingAlignment);
            if (blockBytes > 0 && blockBytes + bytes > usualStagingBlockBytes) {
                break;
            }
            blockBytes += bytes;
        }
        return std::max(blockBytes, stagingAlignment);
    }

    void upload(size_t position, const std::stop_token& stop, LoadReport& report)
    {
        const ConstantInfo& constant = infoAt(position);
        if (m_site.store->isSet(m_plan.constants[position].constant)) { // by the caller, meanwhile
            m_unfinishedRange = {};
            return;
        }
        ConstantStorage storage;
        if (m_built[position].bytes().size() == constant.sizeBytes) {
            if (m_unfinishedRange.buffer == nullptr) {
                m_unfinishedRange = m_memory->arena->allocate(constant.sizeBytes);
            }
            copyToDevice(m_staged[position], m_unfinishedRange, stop);
            storage = {std::exchange(m_unfinishedRange, {}), nullptr, nullptr, m_clamped[position]};
        } else {
            storage = m_writer.write(constant, m_plan.constants[position].route, stop).storage();
            m_writer.finish();
        }
        const PlannedConstant& planned = m_plan.constants[position];
        m_site.store->set(planned.constant, std::make_shared<const ConstantStorage>(std::move(storage)),
            planned.path, planned.loader ? std::string(planned.loader->name()) : std::string());
        report.bytesByPath[static_cast<size_t>(LoadPath::Conventional)] += constant.sizeBytes;
        ++report.constantCount;
    }

    // In pieces, as a device finishes what it has begun.
    void copyToDevice(
        const StagedCopy& staged, const vulkan::BufferRange& target, const std::stop_token& stop) const
    {
        constexpr uint64_t pieceBytes = 16 * MiB;
        for (uint64_t offset = 0; offset < target.sizeBytes; offset += pieceBytes) {
            requireNoStop(stop);
            const uint64_t bytes = std::min(pieceBytes, target.sizeBytes - offset);
            vulkan::CommandRecorder recorder(m_site.device);
            recorder.copy({staged.block, staged.offsetBytes + offset, bytes}, target.part(offset, bytes));
            m_site.device->submit(recorder.finish()).wait();
        }
    }

    // The system takes 40 ms to take back a gigabyte: one copy a step, so that a stop takes effect in
    // between. The newest first, as a heap shrinks from its end.
    void giveBack(size_t step)
    {
        const size_t position = count() - 1 - step % count();
        switch (step / count()) {
        case 0:
            m_staged[position] = {};
            break;
        case 1:
            m_built[position] = {};
            break;
        default:
            m_parsed[position] = {};
            break;
        }
    }

    static constexpr uint64_t stagingAlignment = 16;
    static constexpr uint64_t usualStagingBlockBytes = 256 * MiB;

    LoadSite m_site;
    LoadPlan m_plan;
    FilePool m_files;
    std::shared_ptr<TransferMemory> m_memory;
    DeviceWriter m_writer; // of constants that nobody parses
    ExternalLoad m_external;
    size_t m_externalBegin; // in the plan
    size_t m_phase = 0;
    size_t m_next = 0;
    std::optional<size_t> m_current;
    std::vector<uint64_t> m_bytesBefore {0}; // of the constants before each in the plan, and of all
    std::vector<HostCopy> m_parsed;
    std::vector<HostCopy> m_built;
    std::vector<std::shared_ptr<ClampedCount>> m_clamped; // null where nothing was converted
    std::vector<StagedCopy> m_staged;
    std::shared_ptr<const vulkan::Buffer> m_stagingBlock; // that the next constants go to
    uint64_t m_stagedBytes = 0; // in it
    vulkan::BufferRange m_unfinishedRange; // of the constant that is uploaded
};

} // namespace

bool isParsed(const ConstantInfo& constant)
{
    return !std::holds_alternative<MemoryRange>(constant.source.range)
        && constant.source.encoding == SourceEncoding::Raw && constant.sizeBytes != 0;
}

std::unique_ptr<LoadStrategy> makeConventionalLoad(const LoadSite& site, LoadPlan plan)
{
    return std::make_unique<ConventionalLoad>(site, std::move(plan));
}

} // namespace weightless
