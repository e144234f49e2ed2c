// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/madepictures.h"

#include "ui/generate/picturelabel.h"
#include "ui/window/flatbutton.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>
#include <utility>

namespace weightless::ui {

MadePictures::MadePictures(QWidget* parent)
    : QWidget(parent)
    , m_view(new PictureLabel(this))
    , m_bar(new QWidget(this))
    , m_previous(makeFlatButton(m_bar, QStringLiteral("back"), tr("Previous picture")))
    , m_next(makeFlatButton(m_bar, QStringLiteral("forward"), tr("Next picture")))
    , m_place(new QLabel(m_bar))
{
    m_place->setAccessibleName(tr("Which picture is shown"));
    auto* bar = new QHBoxLayout(m_bar);
    bar->setContentsMargins(0, 0, 0, 0);
    bar->addStretch();
    bar->addWidget(m_previous);
    bar->addWidget(m_place);
    bar->addWidget(m_next);
    bar->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_bar);
    connect(m_previous, &QToolButton::clicked, this, [this] { step(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { step(1); });
    updateBar();
}

void MadePictures::beginRun()
{
    m_isRunning = true;
    ++m_run;
    updateBar();
}

void MadePictures::showPreview(const QImage& preview)
{
    m_view->setImage(preview, tr("What the picture looks like so far"));
}

// What is kept uncompressed is bounded in bytes as well: a hundred large pictures are many of them.
int MadePictures::makeRoomFor(const Made& made)
{
    const auto bytesOf = [](qint64 sum, const Made& each) { return sum + each.picture.sizeInBytes(); };
    qint64 bytes = std::accumulate(m_made.begin(), m_made.end(), made.picture.sizeInBytes(), bytesOf);
    int unsaved = 0;
    while (!m_made.empty() && (m_made.size() >= mostPictures || bytes > mostBytes)) {
        const auto saved = std::ranges::find(m_made, true, &Made::isSaved);
        const auto gone = saved != m_made.end() ? saved : m_made.begin();
        bytes -= gone->picture.sizeInBytes();
        unsaved += gone->isSaved ? 0 : 1;
        m_made.erase(gone);
    }
    return unsaved;
}

int MadePictures::add(Made made)
{
    made.run = m_run;
    int unsaved = 0;
    const auto same = std::ranges::find_if(m_made, [&made](const Made& other) {
        return other.parameters == made.parameters && other.picture == made.picture;
    });
    m_current = static_cast<size_t>(same - m_made.begin());
    if (same == m_made.end()) {
        unsaved = makeRoomFor(made);
        m_current = m_made.size();
        m_made.push_back(std::move(made));
    } else {
        same->run = m_run;
    }
    showCurrent();
    return unsaved;
}

void MadePictures::noteSaved()
{
    if (!m_made.empty())
        m_made[m_current].isSaved = true;
}

int MadePictures::unsavedCount() const
{
    return static_cast<int>(std::ranges::count(m_made, false, &Made::isSaved));
}

void MadePictures::endRun()
{
    m_isRunning = false;
    if (!m_made.empty()) // a preview of what is not made gives way to what can be saved
        showCurrent();
    updateBar();
}

const MadePictures::Made* MadePictures::current() const
{
    return m_made.empty() ? nullptr : &m_made[m_current];
}

const MadePictures::Made* MadePictures::ofRun(int run) const
{
    if (m_made.empty() || m_made[m_current].run == run)
        return current();
    const auto newest =
        std::find_if(m_made.rbegin(), m_made.rend(), [run](const Made& made) { return made.run == run; });
    return newest == m_made.rend() ? nullptr : &*newest;
}

void MadePictures::step(int by)
{
    QToolButton* pressed = by < 0 ? m_previous : m_next;
    const bool hadFocus = pressed->hasFocus();
    m_current = static_cast<size_t>(static_cast<ptrdiff_t>(m_current) + by);
    showCurrent();
    if (hadFocus && !pressed->isEnabled()) // an end: from there it goes the other way
        (by < 0 ? m_next : m_previous)->setFocus();
}

void MadePictures::showCurrent()
{
    const Made& shown = m_made[m_current];
    m_view->setImage(shown.picture, tr("The picture for “%1”, seed %2").arg(shown.prompt).arg(shown.seed));
    updateBar();
}

// The buttons wait for the end of a run, as previews would take the place of what they show.
void MadePictures::updateBar()
{
    m_bar->setVisible(m_made.size() > 1);
    m_previous->setEnabled(!m_isRunning && m_current > 0);
    m_next->setEnabled(!m_isRunning && m_current + 1 < m_made.size());
    if (const Made* shown = current())
        m_place->setText(
            tr("Picture %1 of %2, seed %3").arg(m_current + 1).arg(m_made.size()).arg(shown->seed));
}

} // namespace weightless::ui
