// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/bytes.h"
#include "engine/constants/loadplanner.h"
#include "tests/engine/vulkan/memorylayouts.h"

#include <QTest>

using namespace weightless;
using namespace weightless::testing;

namespace {

// A device with this memory that imports pages.
vulkan::DeviceTraits traitsOf(const vulkan::MemoryLayout& layout)
{
    const vulkan::MemoryPolicy policy = vulkan::memoryPolicyFor(layout);
    vulkan::DeviceTraits traits;
    traits.type = layout.deviceType;
    traits.hasUnifiedMemory = policy.isUnified;
    traits.hasMappedWeights = policy.hasMappedWeights;
    traits.converter = policy.converter;
    traits.hasExternalMemoryHost = true;
    traits.bindsFilePages = vulkan::bindsFilePages(layout.deviceType, 0);
    traits.maxAllocationBytes = 4 * GiB;
    return traits;
}

LoadTerms termsOn(const vulkan::MemoryLayout& layout, LoadMode mode, std::optional<LoadPath> forced = {})
{
    LoadTerms terms {traitsOf(layout), {}};
    terms.options.mode = mode;
    terms.options.forcedPath = forced;
    terms.canBindPages = true;
    return terms;
}

// Constants of files that exist in name only: a plan reads nothing.
class Constants {
public:
    explicit Constants(uint64_t fileBytes = GiB)
        : m_fileBytes(fileBytes)
    {
    }

    std::shared_ptr<const FileReference> file(uint64_t inode)
    {
        return std::make_shared<const FileReference>(
            FileReference {"weights" + std::to_string(inode), {1, inode, m_fileBytes, 0}});
    }

    // The bytes in the file are `elements` of the stored type.
    ConstantInfo& add(const std::shared_ptr<const FileReference>& file, uint64_t offset, int64_t elements,
        DataType type = DataType::Float32, std::optional<DataType> storedType = {})
    {
        const auto info = std::make_shared<ConstantInfo>();
        info->name = "w" + std::to_string(store.count());
        info->descriptor = {type, {elements}};
        info->sizeBytes = *byteCount(type, static_cast<uint64_t>(elements));
        info->source.range =
            FileRange {file, offset, *byteCount(storedType.value_or(type), static_cast<uint64_t>(elements))};
        info->source.storedType = storedType;
        store.add(info, true);
        return *info;
    }

    [[nodiscard]] std::vector<LoadPath> paths(const LoadTerms& terms) const
    {
        std::vector<LoadPath> paths(store.count());
        for (const PlannedConstant& planned : planLoad(store, terms).constants) {
            paths[planned.constant] = planned.path;
        }
        return paths;
    }

    ConstantStore store;

private:
    uint64_t m_fileBytes;
};

using Paths = std::vector<LoadPath>;
constexpr LoadPath imported = LoadPath::Imported;
constexpr LoadPath direct = LoadPath::Direct;
constexpr LoadPath staged = LoadPath::Staged;
constexpr LoadPath converted = LoadPath::Converted;
constexpr LoadPath shared = LoadPath::Shared;

// Claims everything, and remembers for which memory.
class Claiming final : public ExternalDataLoader {
public:
    [[nodiscard]] std::string_view name() const override { return "claiming"; }
    [[nodiscard]] bool canServe(const ConstantSource&, MemoryKind kind) const override
    {
        asked.push_back(kind);
        return true;
    }
    [[nodiscard]] std::unique_ptr<ExternalDataTransfer> begin(
        const std::shared_ptr<MemoryMeter>&) const override
    {
        return nullptr;
    }

    mutable std::vector<MemoryKind> asked;
};

} // namespace

Q_DECLARE_METATYPE(vulkan::MemoryLayout)
Q_DECLARE_METATYPE(LoadPath)
Q_DECLARE_METATYPE(CopyRoute)

class TestLoadPlan : public QObject {
    Q_OBJECT

private slots:
    void copiesGoWhereTheMemoryIs_data();
    void copiesGoWhereTheMemoryIs();
    void autoIsWhatTheDeviceDoesBest();
    void onlyWhatLiesRightIsImported();
    void withoutAGuardNothingIsImported();
    void filesAreFew();
    void windowsHoldEveryImportedConstant();
    void whatIsThereIsShared();
    void aForcedPathSharesNothing();
    void loadersComeLast();
    void aPlanIsWhatItsTermsSay();
};

void TestLoadPlan::copiesGoWhereTheMemoryIs_data()
{
    QTest::addColumn<vulkan::MemoryLayout>("layout");
    QTest::addColumn<int>("forced");
    QTest::addColumn<LoadPath>("plain");
    QTest::addColumn<CopyRoute>("route");
    QTest::addColumn<CopyRoute>("conversion");
    const auto add = [](const char* name, const vulkan::MemoryLayout& layout, LoadPath plain, CopyRoute route,
                         CopyRoute conversion, int forced = -1) {
        QTest::newRow(name) << layout << forced << plain << route << conversion;
    };
    constexpr auto inPlace = CopyRoute::InPlace;
    constexpr auto ring = CopyRoute::Ring;
    constexpr auto onDevice = CopyRoute::DeviceConverts;
    constexpr auto byReaders = CopyRoute::ReadersConvert;
    add("NVIDIA, window", layouts::nvidiaWithWindow(), staged, ring, onDevice);
    add("NVIDIA, resizable BAR", layouts::nvidiaWithResizableBar(), staged, ring, onDevice);
    add("NVIDIA, nothing visible", layouts::nvidiaWithoutWindow(), staged, ring, onDevice);
    add("AMD, window", layouts::amdWithWindow(), staged, ring, onDevice);
    add("AMD, resizable BAR", layouts::amdWithResizableBar(), staged, ring, onDevice);
    add("AMD, integrated", layouts::amdIntegrated(), direct, inPlace, byReaders);
    add("Intel, integrated", layouts::intelIntegrated(), direct, inPlace, byReaders);
    add("Intel Arc", layouts::intelArc(), staged, ring, onDevice);
    add("lavapipe", layouts::lavapipe(), direct, inPlace, byReaders);
    add("lavapipe, staged", layouts::lavapipe(), staged, ring, onDevice, static_cast<int>(staged));
    add("resizable BAR, direct", layouts::amdWithResizableBar(), direct, inPlace, byReaders,
        static_cast<int>(direct));
}

void TestLoadPlan::copiesGoWhereTheMemoryIs()
{
    QFETCH(vulkan::MemoryLayout, layout);
    QFETCH(int, forced);
    QFETCH(LoadPath, plain);
    QFETCH(CopyRoute, route);
    QFETCH(CopyRoute, conversion);
    Constants constants;
    const auto file = constants.file(1);
    constants.add(file, 0, 1000);
    constants.add(file, 4096, 1000, DataType::Float16, DataType::Float32);
    const LoadTerms terms = termsOn(
        layout, LoadMode::Streamed, forced < 0 ? std::nullopt : std::optional(static_cast<LoadPath>(forced)));
    const LoadPlan plan = planLoad(constants.store, terms);
    QCOMPARE(plan.constants.size(), size_t {2});
    QVERIFY(plan.constants[0].path == plain);
    QVERIFY(plan.constants[0].route == route);
    QVERIFY(plan.constants[1].path == converted);
    QVERIFY(plan.constants[1].route == conversion);
    QCOMPARE(copiedBytes(plan, constants.store), (std::vector<uint64_t> {4000, 2000}));
    QCOMPARE(arenaBytes(plan, constants.store), uint64_t {4096 + 2048});
    QVERIFY(plan.files.empty());
}

void TestLoadPlan::autoIsWhatTheDeviceDoesBest()
{
    QVERIFY(resolveMode(LoadMode::Auto, traitsOf(layouts::lavapipe())) == LoadMode::ZeroCopy);
    QVERIFY(resolveMode(LoadMode::Auto, traitsOf(layouts::amdIntegrated())) == LoadMode::Streamed);
    QVERIFY(resolveMode(LoadMode::Auto, traitsOf(layouts::amdWithResizableBar())) == LoadMode::Streamed);
    vulkan::DeviceTraits traits = traitsOf(layouts::lavapipe());
    traits.bindsFilePages = false;
    QVERIFY(resolveMode(LoadMode::Auto, traits) == LoadMode::Streamed);
}

void TestLoadPlan::onlyWhatLiesRightIsImported()
{
    Constants constants(100'000);
    const auto file = constants.file(1);
    constants.add(file, 4, 100); // at a multiple of its elements, not of pages
    constants.add(file, 1002, 100); // not even that
    constants.add(file, 2001, 100, DataType::UInt8);
    constants.add(file, 3000, 100, DataType::Float16, DataType::Float32);
    constants.add(file, 4000, 100).source.encoding = SourceEncoding::Varint;
    constants.add(file, 99'000, 300); // leaves the file: reading it will say so
    constants.add(file, 120'000, 100); // beyond it
    constants.add(file, 8000, 0);
    const LoadTerms terms = termsOn(layouts::lavapipe(), LoadMode::ZeroCopy);
    QCOMPARE(constants.paths(terms),
        (Paths {imported, direct, imported, converted, converted, direct, direct, direct}));
    QCOMPARE(constants.paths(termsOn(layouts::lavapipe(), LoadMode::Streamed)),
        (Paths {direct, direct, direct, converted, converted, direct, direct, direct}));
}

void TestLoadPlan::withoutAGuardNothingIsImported()
{
    Constants constants;
    constants.add(constants.file(1), 0, 1000);
    LoadTerms terms = termsOn(layouts::lavapipe(), LoadMode::Auto);
    QCOMPARE(constants.paths(terms), Paths {imported});
    terms.canBindPages = false;
    const LoadPlan plan = planLoad(constants.store, terms);
    QVERIFY(plan.constants[0].path == direct);
    QVERIFY(plan.files.empty());
    QCOMPARE(arenaBytes(plan, constants.store), uint64_t {4096});
}

// Each imported file keeps one of the system's handles.
void TestLoadPlan::filesAreFew()
{
    Constants constants;
    for (uint64_t i = 0; i < 300; ++i) {
        const auto file = constants.file(i);
        constants.add(file, 0, 1000);
        constants.add(file, 8192, 1000);
    }
    LoadTerms terms = termsOn(layouts::lavapipe(), LoadMode::ZeroCopy);
    const LoadPlan plan = planLoad(constants.store, terms);
    QCOMPARE(plan.files.size(), size_t {256});
    terms.mostBoundFiles = 0;
    QVERIFY(planLoad(constants.store, terms).files.empty());
    const auto isImported = [](const PlannedConstant& planned) { return planned.path == imported; };
    QCOMPARE(std::ranges::count_if(plan.constants, isImported), 512);
    QVERIFY(std::ranges::all_of(plan.constants.begin(), plan.constants.begin() + 512, isImported));
    QVERIFY(plan.constants[512].path == direct);
    QVERIFY(!plan.constants[511].lacksHandle && plan.constants[512].lacksHandle);
}

void TestLoadPlan::windowsHoldEveryImportedConstant()
{
    Constants constants(8 * GiB);
    const auto file = constants.file(1);
    for (uint64_t i = 0; i < 60; ++i) {
        constants.add(file, i * 128 * MiB + 4, 24 << 20); // 96 MiB each
    }
    constants.add(file, 0, int64_t {3} << 29, DataType::Float32); // 6 GiB: more than any buffer
    for (const auto& layout : {layouts::lavapipe(), layouts::amdIntegrated()}) {
        const LoadPlan plan = planLoad(constants.store, termsOn(layout, LoadMode::ZeroCopy));
        QCOMPARE(plan.files.size(), size_t {1});
        for (const PlannedConstant& planned : plan.constants) {
            if (planned.constant == 60) {
                QVERIFY(planned.path == direct);
                continue;
            }
            QVERIFY(planned.path == imported);
            const auto& range = std::get<FileRange>(constants.store.info(planned.constant).source.range);
            QVERIFY(std::ranges::any_of(plan.files[0].windows, [&](const ByteRange& window) {
                return window.beginBytes <= range.offsetBytes
                    && window.endBytes >= range.offsetBytes + range.lengthBytes
                    && window.endBytes - window.beginBytes <= 4 * GiB;
            }));
        }
    }
}

void TestLoadPlan::whatIsThereIsShared()
{
    Constants constants;
    const auto file = constants.file(1);
    constants.add(file, 8192, 1000);
    constants.add(file, 4096, 1000); // first in the file
    constants.add(file, 8192, 1000);
    constants.add(file, 8192, 1000, DataType::Int32); // other bytes on the device
    constants.add(file, 4098, 1000); // cannot be imported
    constants.add(file, 4098, 1000);
    const LoadPlan plan = planLoad(constants.store, termsOn(layouts::lavapipe(), LoadMode::ZeroCopy));
    QCOMPARE(constants.paths(termsOn(layouts::lavapipe(), LoadMode::ZeroCopy)),
        (Paths {imported, imported, shared, imported, direct, shared}));
    for (const PlannedConstant& planned : plan.constants) {
        if (planned.path == shared) {
            const auto& original = plan.constants[planned.original];
            QCOMPARE(offsetBytes(constants.store.info(original.constant).source),
                offsetBytes(constants.store.info(planned.constant).source));
            QVERIFY(original.path != shared);
        }
    }

    const auto storage = std::make_shared<const ConstantStorage>();
    ConstantCache cache;
    cache.add(*keyOf(constants.store.info(1), false), storage);
    LoadTerms terms = termsOn(layouts::nvidiaWithWindow(), LoadMode::Streamed);
    terms.cache = &cache;
    QCOMPARE(constants.paths(terms), (Paths {staged, shared, shared, staged, staged, shared}));
    terms = termsOn(layouts::lavapipe(), LoadMode::ZeroCopy);
    terms.cache = &cache; // has a copy, which is no page
    QVERIFY(constants.paths(terms)[1] == imported);
    cache.add(*keyOf(constants.store.info(1), true), storage);
    QVERIFY(constants.paths(terms)[1] == shared);
}

void TestLoadPlan::aForcedPathSharesNothing()
{
    Constants constants;
    const auto file = constants.file(1);
    constants.add(file, 4096, 1000);
    constants.add(file, 4096, 1000);
    QCOMPARE(
        constants.paths(termsOn(layouts::lavapipe(), LoadMode::Streamed, staged)), (Paths {staged, staged}));
    QCOMPARE(constants.paths(termsOn(layouts::lavapipe(), LoadMode::ZeroCopy, imported)),
        (Paths {imported, imported}));
}

void TestLoadPlan::loadersComeLast()
{
    const auto loader = std::make_shared<Claiming>();
    ExternalDataManager loaders;
    loaders.add(loader);
    Constants constants;
    const auto file = constants.file(1);
    constants.add(file, 0, 1000);
    constants.add(file, 4096, 1000, DataType::Float16, DataType::Float32);
    constants.add(file, 8192, 100).source.encoding = SourceEncoding::Varint;
    // In place where the device's memory is the CPU's, through the ring to a card.
    for (const bool isCard : {true, false}) {
        LoadTerms terms = termsOn(
            isCard ? layouts::nvidiaWithResizableBar() : layouts::amdIntegrated(), LoadMode::ZeroCopy);
        terms.loaders = &loaders;
        loader->asked.clear();
        const LoadPlan plan = planLoad(constants.store, terms);
        QCOMPARE(plan.constants[0].constant, size_t {2}); // decoded, so read
        QVERIFY(plan.constants[0].loader == nullptr);
        QVERIFY(plan.constants[1].loader == loader);
        QVERIFY(plan.constants[1].path == (isCard ? staged : direct));
        QVERIFY(plan.constants[2].loader == loader && plan.constants[2].path == converted);
        const MemoryKind kind = isCard ? MemoryKind::DeviceOnly : MemoryKind::HostVisible;
        QVERIFY(loader->asked == (std::vector {kind, kind}));
    }
}

void TestLoadPlan::aPlanIsWhatItsTermsSay()
{
    Constants constants;
    const auto file = constants.file(1);
    for (int64_t i = 0; i < 20; ++i) {
        constants.add(file, static_cast<uint64_t>(i % 7) * 1000, 100 + i % 3);
    }
    const LoadTerms terms = termsOn(layouts::amdIntegrated(), LoadMode::ZeroCopy);
    const LoadPlan first = planLoad(constants.store, terms);
    const LoadPlan second = planLoad(constants.store, terms);
    QCOMPARE(first.constants.size(), second.constants.size());
    for (size_t i = 0; i < first.constants.size(); ++i) {
        QVERIFY(first.constants[i].constant == second.constants[i].constant);
        QVERIFY(first.constants[i].path == second.constants[i].path);
        QVERIFY(first.constants[i].original == second.constants[i].original);
    }
    QVERIFY(first.files[0].windows == second.files[0].windows);
}

QTEST_APPLESS_MAIN(TestLoadPlan)
#include "tst_loadplan.moc"
