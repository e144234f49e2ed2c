// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/testdatabar.h"

#include "ui/run/outputreferences.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <utility>

namespace weightless::ui {

TestDataBar::TestDataBar(OutputReferences& references, QWidget* parent)
    : QWidget(parent)
    , m_references(references)
    , m_use(new QPushButton(tr("Use the Test Data Bes&ide the Model"), this))
    , m_sets(new QComboBox(this))
    , m_state(new QLabel(this))
{
    m_use->setToolTip(
        tr("Fill the inputs from the files of the folder, and compare the outputs with those in "
           "it after each run"));
    m_sets->setAccessibleName(tr("Test data set"));
    m_sets->setToolTip(tr("The folder of test data"));
    m_state->setAccessibleName(tr("State of the test data"));
    m_state->setTextFormat(Qt::PlainText);
    m_state->setWordWrap(true);
    auto* row = new QHBoxLayout;
    row->addWidget(m_use);
    row->addWidget(m_sets);
    row->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(row);
    layout->addWidget(m_state);
    connect(m_use, &QPushButton::clicked, this, [this] {
        if (const TestDataSet* set = chosen())
            m_references.use(*set);
    });
    connect(m_sets, &QComboBox::currentIndexChanged, this, &TestDataBar::showState);
    connect(&m_references, &OutputReferences::dataSetsChanged, this, &TestDataBar::offer);
    connect(&m_references, &OutputReferences::changed, this, &TestDataBar::followInputs);
    offer();
}

const TestDataSet* TestDataBar::chosen() const
{
    const int index = m_sets->currentIndex();
    const std::vector<TestDataSet>& sets = m_references.dataSets();
    return index >= 0 && static_cast<size_t>(index) < sets.size() ? &sets[static_cast<size_t>(index)]
                                                                  : nullptr;
}

void TestDataBar::offer()
{
    const QSignalBlocker blocker(m_sets);
    m_sets->clear();
    for (const TestDataSet& set : m_references.dataSets())
        m_sets->addItem(set.name);
    m_sets->setVisible(m_sets->count() > 1);
    setVisible(m_sets->count() > 0);
    m_used.clear();
    followInputs();
}

// The set that inputs come to have is the one to be told of; until then the user may look at others.
void TestDataBar::followInputs()
{
    const TestDataSet* used = m_references.dataSetOfInputs();
    const QString name = used ? used->name : QString();
    if (std::exchange(m_used, name) != name && used) {
        const QSignalBlocker blocker(m_sets);
        m_sets->setCurrentText(name);
    }
    showState();
}

void TestDataBar::showState()
{
    const TestDataSet* set = chosen();
    m_use->setEnabled(set && m_references.canUse(*set));
    m_state->setText(set ? stateText(*set) : QString());
    m_state->setVisible(!m_state->text().isEmpty());
}

QString TestDataBar::stateText(const TestDataSet& set) const
{
    if (!set.problem.isEmpty())
        return set.problem;
    if (m_references.dataSetOfInputs() != &set)
        return {};
    const QString summary = m_references.summary(set);
    const QString state = summary.isEmpty() ? tr("The inputs are those of %1.").arg(set.name) : summary;
    return set.hasConstants
        ? tr("%1 It has values of weights too, which are not taken: the model's own stay.").arg(state)
        : state;
}

} // namespace weightless::ui
