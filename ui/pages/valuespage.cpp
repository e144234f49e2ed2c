// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/valuespage.h"

#include "ui/document/selection.h"
#include "ui/inspector/valueinspector.h"
#include "ui/text/text.h"
#include "widgets/plaintext.h"

#include <QComboBox>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace weightless::ui {

ValuesPage::ValuesPage(EngineController& controller, Selection& selection, QWidget* parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_selection(selection)
    , m_choice(new QComboBox(this))
    , m_compute(new QPushButton(tr("Show the Values of the Last Run"), this))
    , m_inspector(new ValueInspector(this))
{
    m_choice->setAccessibleName(tr("Tensor whose values are shown"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_choice->setMinimumContentsLength(10);
    m_compute->setAccessibleName(tr("Show the values of the last run"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(m_choice);
    layout->addWidget(m_compute);
    layout->addWidget(m_inspector, 1);
    connect(m_choice, &QComboBox::currentIndexChanged, this, &ValuesPage::showItem);
    connect(m_compute, &QPushButton::clicked, this, &ValuesPage::compute);
    connect(m_inspector, &ValueInspector::saveRequested, this, &ValuesPage::save);
    connect(
        &m_selection, &Selection::changed, this, [this](const SelectedItem& item) { showSelection(item); });
    connect(&m_controller, &EngineController::valueRead, this, &ValuesPage::take);
    // What is shown of a run is of the last one.
    const auto showAgain = [this] {
        if (current() && current()->row < 0)
            showItem();
    };
    const auto showIfEmpty = [this] {
        if (current() && current()->row < 0 && m_inspector->tensor().isEmpty())
            showItem();
        else
            updateButton();
    };
    connect(&m_controller, &EngineController::stateChanged, this, showIfEmpty);
    connect(&m_controller, &EngineController::runFailed, this, showIfEmpty);
    connect(&m_controller, &EngineController::outputRead, this, showIfEmpty);
    connect(&m_controller, &EngineController::runFinished, this, showAgain);
    connect(&m_controller, &EngineController::unloaded, this, showAgain);
    connect(&m_controller, &EngineController::graphBuilt, this, showAgain);
    showSelection({});
}

void ValuesPage::setDocument(ModelDocumentPtr document)
{
    m_document = std::move(document);
    showSelection({});
}

void ValuesPage::addWeight(int row)
{
    m_items.push_back({.row = row, .value = {}, .bodies = {}});
    m_choice->addItem(widgets::shownName(m_document->tensors[static_cast<size_t>(row)].name));
}

void ValuesPage::addValue(const QString& name, const std::vector<BodyStep>& bodies)
{
    m_items.push_back({.row = -1, .value = name, .bodies = bodies});
    m_choice->addItem(widgets::shownName(name));
}

// The bodies that a node is inside of, from the outermost; none where one of them is a function's, whose
// values belong to each of its calls.
std::optional<std::vector<BodyStep>> ValuesPage::bodiesAround(int index) const
{
    std::vector<BodyStep> bodies;
    const auto& nodes = m_document->graph.nodes;
    for (int inner = index; nodes[static_cast<size_t>(inner)].owner >= 0;
         inner = nodes[static_cast<size_t>(inner)].owner) {
        const auto& shown = nodes[static_cast<size_t>(inner)];
        const Node* owner = m_document->nodes[static_cast<size_t>(shown.owner)];
        const std::string attribute = toUtf8(shown.body);
        const auto output = std::find_if(owner->outputs.begin(), owner->outputs.end(),
            [](const std::string& name) { return !name.empty(); });
        if (!owner->attributes.has(attribute) || output == owner->outputs.end())
            return std::nullopt;
        bodies.insert(bodies.begin(), {*output, attribute});
    }
    return bodies;
}

// What a node makes, its weights, and what it is given.
void ValuesPage::addNode(int index)
{
    const auto& shown = m_document->graph.nodes[static_cast<size_t>(index)];
    const Node* node = m_document->nodes[static_cast<size_t>(index)];
    const auto bodies = bodiesAround(index);
    const auto addValues = [&](const std::vector<std::string>& names) {
        for (const std::string& name : names) {
            if (bodies && !name.empty() && !m_document->tensorByName.contains(fromUtf8(name)))
                addValue(fromUtf8(name), *bodies);
        }
    };
    if (node)
        addValues(node->outputs);
    else
        addValues({toUtf8(shown.name)}); // an input or output of a graph
    for (const int constant : shown.constants)
        addWeight(constant);
    // What a body is given may be made around it: there it can be selected.
    if (node && bodies && bodies->empty())
        addValues(node->inputs);
    if (!bodies)
        m_nothing = tr("Values inside of a function belong to each of its calls and cannot be looked at "
                       "alone: select the node that calls it to see what it makes of its inputs.");
}

void ValuesPage::showSelection(const SelectedItem& item)
{
    {
        const QSignalBlocker blocked(m_choice);
        m_choice->clear();
        m_items.clear();
        m_nothing.clear();
        if (m_document && item.kind == SelectedItem::Kind::Tensor) {
            addWeight(item.index);
        } else if (m_document && item.kind == SelectedItem::Kind::Node) {
            addNode(item.index);
        }
    }
    m_choice->setVisible(!m_items.empty()); // it names what is shown
    showItem();
}

const ValuesPage::Item* ValuesPage::current() const
{
    const int index = m_choice->currentIndex();
    return index < 0 || static_cast<size_t>(index) >= m_items.size() ? nullptr
                                                                     : &m_items[static_cast<size_t>(index)];
}

// What was read back of a run stays known, whatever became of its inputs.
std::shared_ptr<const HostTensor> ValuesPage::keptOutput(const Item& item) const
{
    const RunResultPtr& result = m_controller.runResult();
    if (!result || item.row >= 0 || !item.bodies.empty())
        return nullptr;
    const auto output = std::ranges::find(
        result->outputs, toUtf8(item.value), [](const OutputResult& each) { return each.name; });
    return output == result->outputs.end() ? nullptr : output->values;
}

void ValuesPage::showItem()
{
    const Item* item = current();
    m_choice->setToolTip(m_choice->currentText());
    updateButton();
    m_inspector->setSavable(item != nullptr);
    if (!item) {
        m_inspector->setTensor(
            {}, m_nothing.isEmpty() ? tr("Select a tensor or a node to see its values.") : m_nothing);
    } else if (item->row >= 0) {
        m_inspector->setTensor({m_document->constants[static_cast<size_t>(item->row)], nullptr});
    } else if (auto output = keptOutput(*item)) {
        m_inspector->setTensor({nullptr, std::move(output)});
    } else {
        m_inspector->setTensor({}, obstacle(!item->bodies.empty()));
    }
}

// A value of a run is there once there was a run.
bool ValuesPage::canCompute() const
{
    return m_controller.canRun() && m_controller.runResult() && m_controller.hasRunInputs();
}

void ValuesPage::updateButton()
{
    const Item* item = current();
    m_compute->setVisible(item && item->row < 0 && (!m_asked.isEmpty() || !keptOutput(*item)));
    m_compute->setEnabled(canCompute());
    m_compute->setText(m_asked.isEmpty() ? tr("Show the Values of the Last Run") : tr("Stop"));
}

QString ValuesPage::obstacle(bool isInside) const
{
    if (!m_asked.isEmpty())
        return tr("Computing %1…").arg(m_asked);
    if (!canCompute())
        return m_controller.canRun() && m_controller.runResult()
            ? ProblemText::inputsAreOfOtherRun()
            : tr("Values of a run can be seen after one: load the weights and run the model.");
    return isInside
        ? tr("Values inside of a branch or a loop are not kept: this computes them again for the last "
             "run's inputs, and shows what the last iteration left that came there.")
        : tr("Values between inputs and outputs are not kept: this computes them again for the "
             "last run's inputs.");
}

void ValuesPage::compute()
{
    const Item* item = current();
    if (!item || item->row >= 0)
        return;
    if (!m_asked.isEmpty()) {
        m_controller.readValue({});
        return;
    }
    m_asked = item->value;
    m_askedBodies = item->bodies;
    showItem();
    m_controller.readValue(m_asked, m_askedBodies);
}

void ValuesPage::take(
    const QString& name, const std::shared_ptr<const HostTensor>& values, const QString& problem)
{
    m_asked.clear();
    const Item* item = current();
    if (!item || item->row >= 0)
        return;
    showItem();
    if (item->value == name && item->bodies == m_askedBodies)
        m_inspector->setTensor({nullptr, values}, problem);
}

void ValuesPage::save()
{
    const Item* item = current();
    if (!item)
        return;
    if (item->row >= 0)
        emit extractRequested(item->row);
    else if (m_inspector->tensor().values)
        emit saveRequested(m_inspector->tensor().values, item->value);
}

} // namespace weightless::ui
