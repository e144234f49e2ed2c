// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/outputreferences.h"

#include "ui/models/inputmodel.h"
#include "ui/models/outputmodel.h"
#include "ui/text/comparisontext.h"
#include "ui/text/text.h"

#include <QLocale>

#include <algorithm>
#include <utility>

namespace weightless::ui {

namespace {

constexpr int tellEveryMs = 40;

} // namespace

bool OutputReferences::Entry::isSame(const Entry& other) const
{
    const HostValue& mine = asked.actual;
    const HostValue& its = other.asked.actual;
    return mine.tensor == its.tensor && mine.sequence == its.sequence && mine.map == its.map
        && asked.reference == other.asked.reference && stage == other.stage;
}

OutputReferences::OutputReferences(
    EngineController& controller, InputModel& inputs, OutputModel& outputs, QObject* parent)
    : QObject(parent)
    , m_controller(controller)
    , m_inputs(inputs)
    , m_outputs(outputs)
    , m_dataSets(new TestDataSets(this))
    , m_comparer(new OutputComparer(this))
{
    connect(&m_controller, &EngineController::modelOpened, this, &OutputReferences::onModelOpened);
    connect(&m_controller, &EngineController::modelClosed, this, [this] {
        if (m_controller.state() == EngineState::Empty)
            m_model.clear(); // no other one takes its place: it is not read again
        m_dataSets->find({});
    });
    connect(&m_controller, &EngineController::runStarted, this, [this] { m_asked = m_inputs.sources(); });
    connect(&m_controller, &EngineController::runFinished, this, [this] {
        m_shown = m_asked;
        update();
    });
    for (const auto change : {&EngineController::graphBuilt, &EngineController::unloaded,
             &EngineController::runFailed, &EngineController::outputRead})
        connect(&m_controller, change, this, &OutputReferences::update);
    connect(&m_controller, &EngineController::stateChanged, this, [this](EngineState state) {
        if (state == EngineState::Building) // the plan is gone, and the result with it
            update();
    });
    connect(&m_inputs, &QAbstractItemModel::modelReset, this, &OutputReferences::update);
    connect(&m_inputs, &QAbstractItemModel::dataChanged, this,
        [this](const QModelIndex& first, const QModelIndex& last) {
            if (first.column() <= InputModel::Value && last.column() >= InputModel::Source && refresh())
                tell();
        });
    connect(m_dataSets, &TestDataSets::changed, this, [this] {
        update();
        emit dataSetsChanged();
    });
    connect(m_comparer, &OutputComparer::compared, this, &OutputReferences::take);
    m_tellSoon.setSingleShot(true);
    m_tellSoon.setInterval(tellEveryMs);
    connect(&m_tellSoon, &QTimer::timeout, this, &OutputReferences::tell);
}

void OutputReferences::onModelOpened()
{
    const ModelDocumentPtr& document = m_controller.document();
    if (m_model != document->secretPath)
        m_chosen.clear();
    m_model = document->secretPath;
    m_dataSets->find(document);
}

bool OutputReferences::canUse(const TestDataSet& set) const
{
    return m_controller.graph() && set.problem.isEmpty()
        && std::ranges::all_of(
            set.inputs, [this](const auto& input) { return m_sources.contains(input.first); });
}

void OutputReferences::use(const TestDataSet& set)
{
    std::map<std::string, InputSource> sources;
    for (const auto& [input, file] : set.inputs)
        sources.emplace(input, InputSource {.kind = InputKind::File, .path = file});
    m_inputs.setSources(sources);
}

bool OutputReferences::isChosen(const QString& output) const
{
    return m_chosen.contains(toUtf8(output));
}

void OutputReferences::choose(const QString& output, const std::filesystem::path& file)
{
    m_chosen.insert_or_assign(toUtf8(output), file);
    m_entries.erase(toUtf8(output)); // the same file may have been written anew
    update();
}

void OutputReferences::drop(const QString& output)
{
    m_chosen.erase(toUtf8(output));
    update();
}

std::map<std::string, std::filesystem::path> OutputReferences::filesFor(const TestDataSet* set) const
{
    auto files = m_chosen;
    if (set)
        files.insert(set->outputs.begin(), set->outputs.end());
    return files;
}

ValueInfo OutputReferences::declared(const std::string& output) const
{
    const std::vector<ValueInfo>& all = m_controller.document()->model.graph.outputs;
    const auto found = std::ranges::find(all, output, &ValueInfo::name);
    return found == all.end() ? ValueInfo {output, DataType::Undefined, std::nullopt} : *found;
}

OutputReferences::Entries OutputReferences::entriesNow() const
{
    Entries entries;
    const BuiltGraphPtr& graph = m_controller.graph();
    if (!graph || !m_controller.document())
        return entries;
    const RunResultPtr& result = m_controller.runResult();
    const auto files = filesFor(result ? m_dataSets->setThatFills(m_shown) : m_filledFrom);
    for (const GraphPort& port : graph->outputs) {
        const auto file = files.find(port.name);
        if (file == files.end())
            continue;
        Entry entry {.asked = {.output = declared(port.name), .actual = {}, .reference = file->second}};
        if (result) {
            const auto output = std::ranges::find(result->outputs, port.name, &OutputResult::name);
            if (output != result->outputs.end()) {
                entry.stage = output->isOnDevice() ? Stage::OnDevice : Stage::Known;
                entry.asked.actual = output->values ? HostValue {.tensor = output->values} : output->value;
            }
        }
        entries.insert_or_assign(port.name, std::move(entry));
    }
    return entries;
}

void OutputReferences::update()
{
    refresh();
    tell();
}

bool OutputReferences::refresh()
{
    m_sources = m_inputs.sources();
    const TestDataSet* before = std::exchange(m_filledFrom, m_dataSets->setThatFills(m_sources));
    const bool hasOtherEntries = takeEntries(entriesNow());
    return hasOtherEntries || m_filledFrom != before;
}

bool OutputReferences::takeEntries(Entries entries)
{
    bool isChanged = entries.size() != m_entries.size();
    bool isNew = false;
    std::vector<OutputComparison> asked;
    for (auto& [output, entry] : entries) {
        const auto before = m_entries.find(output);
        const bool isKnown = before != m_entries.end() && before->second.isSame(entry);
        if (isKnown)
            entry.answer = before->second.answer;
        isChanged |= !isKnown;
        if (entry.stage != Stage::Known || entry.answer)
            continue;
        isNew |= !isKnown;
        asked.push_back(entry.asked);
    }
    m_entries = std::move(entries);
    if (asked.empty())
        m_comparer->cancel();
    else if (isNew)
        m_comparer->compare(asked);
    return isChanged;
}

void OutputReferences::take(const std::string& output, const ComparisonAnswer& answer)
{
    const auto entry = m_entries.find(output);
    if (entry == m_entries.end())
        return;
    entry->second.answer = answer;
    if (!m_tellSoon.isActive())
        m_tellSoon.start();
}

OutputVerdict OutputReferences::verdictOf(const Entry& entry)
{
    const QString file = tr("Compared with %1").arg(fromPath(entry.asked.reference));
    if (entry.stage == Stage::OnDevice)
        return {tr("on the device"), {}, tr("This output stayed on the device: read it back first.")};
    if (entry.stage == Stage::BeforeRun)
        return {tr("after the run"), {}, file};
    if (!entry.answer)
        return {tr("comparing…"), {}, file};
    const ComparisonAnswer& answer = *entry.answer;
    if (!answer.problem.isEmpty())
        return {tr("✗ the reference cannot be read"), {}, answer.problem};
    return {ComparisonText::verdict(answer.comparison), ComparisonText::difference(answer.distance),
        ComparisonText::details(answer.comparison, answer.distance) + QLatin1Char('\n') + file};
}

void OutputReferences::tell()
{
    m_tellSoon.stop();
    std::map<std::string, OutputVerdict> verdicts;
    for (const auto& [output, entry] : m_entries)
        verdicts.emplace(output, verdictOf(entry));
    m_outputs.setVerdicts(std::move(verdicts));
    emit changed();
}

QString OutputReferences::summary(const TestDataSet& set) const
{
    if (m_entries.empty() || !m_controller.runResult() || !set.fills(m_shown))
        return {};
    int differing = 0;
    for (const auto& [output, entry] : m_entries) {
        if (!entry.answer)
            return {};
        differing += entry.answer->problem.isEmpty() && entry.answer->comparison.isAsExpected() ? 0 : 1;
    }
    const auto count = static_cast<int>(m_entries.size());
    return differing == 0
        ? tr("✓ %Ln output(s) as expected", nullptr, count)
        : tr("✗ %1 of %Ln output(s) not as expected", nullptr, count).arg(QLocale().toString(differing));
}

} // namespace weightless::ui
