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
    updateBar();
}

void MadePictures::showPreview(const QImage& preview)
{
    m_view->setImage(preview, tr("What the picture looks like so far"));
}

void MadePictures::add(Made made)
{
    const auto same = std::ranges::find_if(m_made, [&made](const Made& other) {
        return other.parameters == made.parameters && other.picture == made.picture;
    });
    m_current = static_cast<size_t>(same - m_made.begin());
    if (same == m_made.end()) {
        if (m_made.size() == mostPictures) {
            const auto saved = std::ranges::find(m_made, true, &Made::isSaved);
            m_made.erase(saved != m_made.end() ? saved : m_made.begin());
        }
        m_current = m_made.size();
        m_made.push_back(std::move(made));
    }
    showCurrent();
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
