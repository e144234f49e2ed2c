// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/constants/devicewriter.h"
#include "engine/constants/loadstrategy.h"

namespace weightless {

namespace {

class StreamedLoad final : public LoadStrategy {
public:
    explicit StreamedLoad(const LoadSite& site)
        : m_store(site.store)
        , m_pending(loadableConstants(*site.store, site.options.order))
        , m_writer(site.device, site.options, arenaBytesOf(*site.store, m_pending))
    {
    }

    bool step(const std::stop_token& stop, LoadReport& report) override
    {
        if (m_next >= m_pending.size()) {
            return false;
        }
        const size_t index = m_pending[m_next];
        m_current = index;
        const ConstantInfo& constant = m_store->info(index);
        DeviceWriter::Written written = m_writer.write(constant, stop);
        if (m_next + 1 == m_pending.size()) {
            m_writer.finish(); // a graph may be dispatched as soon as its last constant is set
        }
        m_writer.noteStaging(report);
        m_store->set(index, {std::move(written.range), nullptr});
        report.bytesByPath[static_cast<size_t>(written.path)] += constant.sizeBytes;
        ++report.constantCount;
        return ++m_next < m_pending.size();
    }

    void describe(LoadProgress& progress) const override
    {
        progress.phase = "setting";
        progress.phaseFraction =
            m_pending.empty() ? 1.0 : static_cast<double>(m_next) / static_cast<double>(m_pending.size());
        progress.currentConstant = m_current;
    }

private:
    std::shared_ptr<ConstantStore> m_store;
    std::vector<size_t> m_pending;
    size_t m_next = 0;
    std::optional<size_t> m_current;
    DeviceWriter m_writer;
};

} // namespace

std::unique_ptr<LoadStrategy> makeStreamedLoad(const LoadSite& site)
{
    return std::make_unique<StreamedLoad>(site);
}

} // namespace weightless
