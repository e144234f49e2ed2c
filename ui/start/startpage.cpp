// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/startpage.h"

#include "ui/start/recentdelegate.h"
#include "ui/start/recentmodel.h"
#include "ui/window/icons.h"
#include "widgets/elidinglabel.h"
#include "widgets/mixedcolour.h"

#include <QAction>
#include <QEvent>
#include <QFocusEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace weightless::ui {

namespace {

constexpr int columnWidth = 760;

QFont scaled(QFont font, double factor)
{
    font.setPointSizeF(font.pointSizeF() * factor);
    font.setBold(true);
    return font;
}

QPushButton* makeButton(QWidget* parent, const QString& iconName, const QString& text)
{
    auto* button = new QPushButton(icon(iconName), text, parent);
    QString name = text;
    button->setAccessibleName(name.remove(QLatin1Char('&')));
    return button;
}

} // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent)
    , m_model(new RecentModel(this))
    , m_recent(new QListView(this))
    , m_opening(new widgets::ElidingLabel(Qt::ElideMiddle, this))
    , m_problemIcon(new QLabel(this))
    , m_problem(new QLabel(this))
{
    auto* column = new QWidget(this);
    column->setMaximumWidth(columnWidth);
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(24, 24, 24, 24);
    layout->setSpacing(24);
    layout->addStretch(1);
    layout->addWidget(makeHeading());
    layout->addWidget(makeDropArea());
    layout->addWidget(makeOpening());
    layout->addWidget(makeProblem());
    layout->addWidget(makeRecent(), 6);
    layout->addStretch(1);
    auto* page = new QHBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->addStretch(1);
    page->addWidget(column, 1000);
    page->addStretch(1);
    setOpening({});
    setProblem({});
    setRecentFiles({});
}

QWidget* StartPage::makeHeading()
{
    auto* heading = new QWidget(this);
    auto* picture = new QLabel(heading);
    picture->setPixmap(programIcon().pixmap(QSize(64, 64), devicePixelRatioF()));
    auto* name = new QLabel(QStringLiteral("Weightless"), heading);
    name->setFont(scaled(font(), 2));
    auto* what =
        new QLabel(tr("See what is inside an ONNX model, load its weights straight into the graphics "
                      "device without a copy in CPU memory, and run it."),
            heading);
    what->setWordWrap(true);
    auto* words = new QVBoxLayout;
    words->setSpacing(4);
    words->addWidget(name);
    words->addWidget(what);
    auto* layout = new QHBoxLayout(heading);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(20);
    layout->addWidget(picture, 0, Qt::AlignTop);
    layout->addLayout(words, 1);
    return heading;
}

QWidget* StartPage::makeDropArea()
{
    m_dropArea = new QWidget(this);
    QPushButton* open = makeButton(m_dropArea, QStringLiteral("open"), tr("&Open…"));
    open->setDefault(true); // which the style shows in the accent
    QPushButton* folder = makeButton(m_dropArea, QStringLiteral("folder"), tr("Open Folder…"));
    folder->setToolTip(tr("A folder with the parts of a pipeline, such as Stable Diffusion's"));
    QPushButton* url = makeButton(m_dropArea, QStringLiteral("globe"), tr("Open URL…"));
    QPushButton* demo = makeButton(m_dropArea, QStringLiteral("demo"), tr("Demo Model…"));
    demo->setToolTip(tr("Write a model of random weights with the shape of Stable Diffusion's, and open it"));
    auto* hint = new QLabel(tr("or drop a model or a folder here"), m_dropArea);
    hint->setForegroundRole(QPalette::PlaceholderText);
    hint->setAlignment(Qt::AlignCenter);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    for (QPushButton* button : {open, folder, url, demo})
        buttons->addWidget(button);
    buttons->addStretch();
    auto* layout = new QVBoxLayout(m_dropArea);
    layout->setContentsMargins(16, 24, 16, 20);
    layout->setSpacing(12);
    layout->addLayout(buttons);
    layout->addWidget(hint);
    connect(open, &QPushButton::clicked, this, &StartPage::openRequested);
    connect(folder, &QPushButton::clicked, this, &StartPage::folderRequested);
    connect(url, &QPushButton::clicked, this, &StartPage::urlRequested);
    connect(demo, &QPushButton::clicked, this, &StartPage::demoRequested);
    return m_dropArea;
}

QWidget* StartPage::makeOpening()
{
    m_openingArea = new QWidget(this);
    m_opening->setAccessibleName(tr("What is being opened"));
    auto* progress = new QProgressBar(m_openingArea);
    progress->setRange(0, 0);
    progress->setTextVisible(false);
    progress->setFixedSize(120, 6);
    progress->setAccessibleName(tr("Opening"));
    QPushButton* cancel = makeButton(m_openingArea, QStringLiteral("close"), tr("Cancel"));
    cancel->setAccessibleName(tr("Cancel opening"));
    auto* layout = new QHBoxLayout(m_openingArea);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(16);
    layout->addWidget(progress);
    layout->addWidget(m_opening, 1);
    layout->addWidget(cancel);
    connect(cancel, &QPushButton::clicked, this, &StartPage::cancelRequested);
    return m_openingArea;
}

QWidget* StartPage::makeProblem()
{
    m_problemArea = new QWidget(this);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* layout = new QHBoxLayout(m_problemArea);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addWidget(m_problemIcon, 0, Qt::AlignTop);
    layout->addWidget(m_problem, 1);
    return m_problemArea;
}

QWidget* StartPage::makeRecent()
{
    m_recentArea = new QWidget(this);
    auto* title = new QLabel(tr("Recent models"), m_recentArea);
    title->setFont(scaled(font(), 1.1));
    m_recent->setModel(m_model);
    m_recent->setItemDelegate(new RecentDelegate(m_recent));
    m_recent->setAccessibleName(tr("Recent models"));
    m_recent->setMouseTracking(true);
    m_recent->viewport()->setAttribute(Qt::WA_Hover);
    m_recent->setUniformItemSizes(true);
    m_recent->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_recent->setSelectionMode(QAbstractItemView::SingleSelection);
    auto* openEntry = new QAction(icon(QStringLiteral("open")), tr("Open"), m_recent);
    auto* remove = new QAction(icon(QStringLiteral("close")), tr("Remove from the List"), m_recent);
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    m_recent->addActions({openEntry, remove});
    m_recent->setContextMenuPolicy(Qt::ActionsContextMenu); // the menu key opens it too
    auto* layout = new QVBoxLayout(m_recentArea);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(title);
    layout->addWidget(m_recent, 1);
    m_recent->installEventFilter(this);
    connect(m_recent, &QListView::clicked, this, &StartPage::open);
    connect(m_recent, &QListView::activated, this, &StartPage::open);
    connect(openEntry, &QAction::triggered, this, [this] { open(m_recent->currentIndex()); });
    connect(remove, &QAction::triggered, this, &StartPage::removeCurrent);
    return m_recentArea;
}

void StartPage::takeKeyboard()
{
    QWidget* first = m_recent;
    if (m_model->rowCount() == 0)
        first = m_dropArea->findChild<QPushButton*>();
    first->setFocus(Qt::OtherFocusReason);
}

// Keys go on from what can be seen: the list has a row as soon as it has the keyboard.
bool StartPage::eventFilter(QObject* watched, QEvent* event)
{
    const bool isByKey = event->type() == QEvent::FocusIn
        && static_cast<QFocusEvent*>(event)->reason() != Qt::MouseFocusReason;
    if (watched == m_recent && isByKey && !m_recent->selectionModel()->hasSelection())
        m_recent->setCurrentIndex(m_model->index(0, 0));
    return QWidget::eventFilter(watched, event);
}

// What is gone is not opened: its row says why, and can be removed.
void StartPage::open(const QModelIndex& index)
{
    if (index.isValid() && index.data(RecentModel::ProblemRole).toString().isEmpty()
        && m_openingArea->isHidden())
        emit fileRequested(index.data(RecentModel::PathRole).toString());
}

void StartPage::removeCurrent()
{
    const QModelIndex index = m_recent->currentIndex();
    if (index.isValid())
        emit removeRequested(index.data(RecentModel::PathRole).toString());
}

void StartPage::setOpening(const QString& name)
{
    m_openingArea->setVisible(!name.isEmpty());
    if (name.isEmpty())
        return;
    setProblem({}); // of what was tried before
    m_opening->setText(tr("Reading the structure of %1…").arg(name));
}

void StartPage::setProblem(const QString& text)
{
    m_problemIcon->setPixmap(icon(QStringLiteral("error")).pixmap(QSize(16, 16), devicePixelRatioF()));
    m_problem->setText(text);
    m_problemArea->setVisible(!text.isEmpty());
    emit problemChanged();
}

void StartPage::setRecentFiles(const QList<RecentFile>& files)
{
    m_model->setFiles(files);
    m_recentArea->setVisible(!files.isEmpty());
}

void StartPage::setDropTarget(bool isTarget)
{
    m_isDropTarget = isTarget;
    update();
}

// The icon is a picture in the colours of the palette.
void StartPage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        setProblem(m_problem->text());
    QWidget::changeEvent(event);
}

void StartPage::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor accent = palette().color(QPalette::Highlight);
    const QRect area(m_dropArea->mapTo(this, QPoint()), m_dropArea->size());
    QColor fill = palette().color(QPalette::Base);
    if (m_isDropTarget)
        fill = widgets::mixedColour(fill, accent, 0.15);
    painter.setBrush(fill);
    painter.setPen(QPen(m_isDropTarget
            ? accent
            : widgets::mixedColour(palette().color(QPalette::Mid), palette().color(QPalette::Shadow), 0.35),
        m_isDropTarget ? 2 : 1, Qt::DashLine));
    painter.drawRoundedRect(QRectF(area).adjusted(1, 1, -1, -1), 8, 8);
}

} // namespace weightless::ui
