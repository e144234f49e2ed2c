// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/arenadialog.h"

#include "ui/models/tablecell.h"
#include "ui/style/screenroom.h"
#include "ui/text/text.h"
#include "widgets/arenaview.h"
#include "widgets/columnfit.h"
#include "widgets/fontfollowing.h"
#include "widgets/formatbytes.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace weightless::ui {

namespace {

QString number(size_t value)
{
    return QLocale().toString(static_cast<qulonglong>(value));
}

} // namespace

ArenaDialog::ArenaDialog(std::shared_ptr<const plan::ArenaMap> arena, SizedModel model, QWidget* parent)
    : QDialog(parent)
    , m_arena(std::move(arena))
    , m_view(new widgets::ArenaView(this))
    , m_peak(new QLabel(this))
    , m_step(new QLabel(this))
    , m_live(new QStandardItemModel(this))
    , m_sizes(new SizesPage(std::move(model), this))
{
    setWindowTitle(tr("Memory of a Run"));
    resizeOnScreen(*this, {900, 640});
    auto* tabs = new QTabWidget(this);
    tabs->setDocumentMode(true);
    tabs->setAccessibleName(tr("Memory of a run"));
    tabs->addTab(makeSteps(), tr("Step by Step"));
    tabs->addTab(m_sizes, tr("Other Sizes"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(tabs, 1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(&widgets::byteUnitsNotifier(), &widgets::ByteUnitsNotifier::changed, this, [this] {
        m_peak->setText(peakText());
        showStep(m_view->current());
    });
    m_view->setFocus();
}

QWidget* ArenaDialog::makeSteps()
{
    auto* page = new QWidget(this);
    m_peak->setText(peakText());
    m_peak->setTextFormat(Qt::PlainText); // names of nodes
    m_peak->setWordWrap(true);
    m_step->setTextFormat(Qt::PlainText);
    m_step->setWordWrap(true);
    m_step->setAccessibleName(tr("Marked step"));
    m_view->setAccessibleName(tr("Activations by step and address"));
    auto* toPeak = new QPushButton(tr("Go to the &Peak"), page);
    auto* toNode = new QPushButton(tr("Show the &Node"), page);
    for (QPushButton* button : {toPeak, toNode})
        button->setAutoDefault(false);
    auto* marked = new QHBoxLayout;
    marked->setSpacing(8);
    marked->addWidget(m_step, 1);
    marked->addWidget(toPeak);
    marked->addWidget(toNode);
    connect(m_view, &widgets::ArenaView::currentChanged, this, &ArenaDialog::showStep);
    const auto goToPeak = [this] { m_view->setCurrent(static_cast<int>(m_arena->peakStep())); };
    connect(toPeak, &QPushButton::clicked, this, goToPeak);
    connect(toNode, &QPushButton::clicked, this, [this] {
        if (m_view->current() < 0)
            return;
        emit nodeChosen(fromUtf8(m_arena->steps[static_cast<size_t>(m_view->current())].node));
        accept(); // it would lie before the graph
    });
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_peak);
    layout->addWidget(m_view, 3);
    layout->addLayout(marked);
    layout->addWidget(makeHeld(), 2);
    std::vector<widgets::ArenaView::Block> blocks;
    for (const plan::ArenaBlock& block : m_arena->blocks)
        blocks.push_back({static_cast<qint64>(block.offsetBytes), static_cast<qint64>(block.sizeBytes),
            static_cast<int>(block.first), static_cast<int>(block.last)});
    m_view->setBlocks(
        std::move(blocks), static_cast<int>(m_arena->steps.size()), static_cast<qint64>(m_arena->sizeBytes));
    goToPeak();
    return page;
}

QWidget* ArenaDialog::makeHeld()
{
    m_live->setHorizontalHeaderLabels(
        {tr("Result of"), tr("Bytes"), tr("Made in step"), tr("Last used in step")});
    auto* table = new QTableView(this);
    table->setModel(m_live);
    table->setAccessibleName(tr("What is held during the marked step"));
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setTabKeyNavigation(false);
    table->setShowGrid(false);
    table->setTextElideMode(Qt::ElideMiddle);
    table->verticalHeader()->hide();
    widgets::fitRowsToFont(*table, 12);
    table->horizontalHeader()->setHighlightSections(false);
    new widgets::ColumnFit(*table, {0}, 0); // names are long, and each heading is read whole
    return table;
}

QString ArenaDialog::peakText() const
{
    if (m_arena->steps.empty())
        return tr("Nothing of this model is held on the device while it runs.");
    const size_t peak = m_arena->peakStep();
    const plan::ArenaMap::Step& step = m_arena->steps[peak];
    return tr("Most is held in step %1 of %2, %3 (%4): %5 of activations, in an arena of %6.")
        .arg(number(peak + 1), number(m_arena->steps.size()), fromUtf8(step.node), fromUtf8(step.opType),
            bytesText(step.liveBytes), bytesText(m_arena->sizeBytes));
}

void ArenaDialog::showStep(int step)
{
    m_live->setRowCount(0);
    if (step < 0)
        return;
    const plan::ArenaMap::Step& shown = m_arena->steps[static_cast<size_t>(step)];
    m_step->setText(tr("Step %1, %2 (%3): %4 in use")
                        .arg(number(static_cast<size_t>(step) + 1), fromUtf8(shown.node),
                            fromUtf8(shown.opType), bytesText(shown.liveBytes)));
    std::vector<int> live = m_view->liveBlocks();
    const auto sizeOf = [this](int block) { return m_arena->blocks[static_cast<size_t>(block)].sizeBytes; };
    std::stable_sort(
        live.begin(), live.end(), [&](int one, int other) { return sizeOf(one) > sizeOf(other); });
    constexpr size_t mostRows = 500;
    live.resize(std::min(live.size(), mostRows));
    for (const int index : live) {
        const plan::ArenaBlock& block = m_arena->blocks[static_cast<size_t>(index)];
        m_live->appendRow({tableCell(fromUtf8(m_arena->steps[block.first].node)),
            tableCell(bytesText(block.sizeBytes), Qt::AlignRight),
            tableCell(number(block.first + 1), Qt::AlignRight),
            tableCell(number(block.last + 1), Qt::AlignRight)});
    }
}

} // namespace weightless::ui
