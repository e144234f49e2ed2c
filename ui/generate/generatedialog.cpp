// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generate/generatedialog.h"

#include "ui/generate/generatepage.h"

#include <QVBoxLayout>

namespace weightless::ui {

GenerateDialog::GenerateDialog(const PipelinePlace& place, std::optional<int> device, QWidget* parent)
    : QDialog(parent)
    , m_page(new GeneratePage(place, device, this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("A picture from words: %1").arg(place.name()));
    resize(1080, 860);
    connect(m_page, &GeneratePage::reported, this, &GenerateDialog::reported);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_page);
}

} // namespace weightless::ui
