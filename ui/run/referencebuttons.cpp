// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/referencebuttons.h"

#include "ui/models/outputmodel.h"
#include "ui/run/outputreferences.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QTableView>

namespace weightless::ui {

ReferenceButtons::ReferenceButtons(QTableView& table, OutputModel& outputs, QWidget* parent)
    : QWidget(parent)
    , m_table(table)
    , m_outputs(outputs)
    , m_compare(new QPushButton(tr("Compare &With…"), this))
    , m_drop(new QPushButton(tr("Drop Refere&nce"), this))
{
    m_compare->setAccessibleName(tr("Compare the output with a file"));
    m_compare->setToolTip(
        tr("Choose what the selected output should be, as .npy or .pb: each run is compared "
           "with it"));
    m_drop->setAccessibleName(tr("Do not compare the output with the chosen file"));
    m_drop->setToolTip(tr("Compare the selected output with the chosen file no longer"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_compare);
    layout->addWidget(m_drop);
    connect(m_compare, &QPushButton::clicked, this, [this] { emit fileWanted(currentOutput()); });
    connect(m_drop, &QPushButton::clicked, this, [this] {
        m_table.setFocus(); // the button goes
        m_references->drop(currentOutput());
    });
    connect(
        table.selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ReferenceButtons::showState);
    connect(&outputs, &QAbstractItemModel::modelReset, this, &ReferenceButtons::showState);
    connect(&outputs, &OutputModel::verdictsChanged, this, &ReferenceButtons::showColumns);
    showColumns();
    showState();
}

void ReferenceButtons::setReferences(OutputReferences& references)
{
    m_references = &references;
    connect(&references, &OutputReferences::changed, this, &ReferenceButtons::showState);
    showState();
}

QString ReferenceButtons::currentOutput() const
{
    const QModelIndex current = m_table.currentIndex();
    return current.isValid() ? m_outputs.name(current.row()) : QString();
}

void ReferenceButtons::showState()
{
    const QString output = currentOutput();
    m_compare->setEnabled(m_references && m_table.currentIndex().isValid());
    m_drop->setVisible(m_references && m_references->isChosen(output));
}

void ReferenceButtons::showColumns()
{
    for (const int column : {OutputModel::Reference, OutputModel::Difference})
        m_table.setColumnHidden(column, !m_outputs.hasVerdicts());
}

} // namespace weightless::ui
