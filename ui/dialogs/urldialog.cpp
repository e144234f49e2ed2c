// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/urldialog.h"

#include "ui/style/screenroom.h"
#include "ui/text/text.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace weightless::ui {

namespace {

bool isAddress(const QString& text)
{
    const QUrl url(text); // signed links may have letters that are not allowed strictly
    return isWebAddress(text) && url.isValid() && !url.host().isEmpty();
}

QString firstAddress(const QStringList& proposals)
{
    const auto found = std::ranges::find_if(proposals, isAddress);
    return found == proposals.end() ? QStringLiteral("https://") : *found;
}

} // namespace

UrlDialog::UrlDialog(const QStringList& proposals, QWidget* parent)
    : QDialog(parent)
    , m_field(new QLineEdit(firstAddress(proposals), this))
    , m_fault(new QLabel(this))
{
    setWindowTitle(tr("Open a model from the web"));
    auto* label = new QLabel(
        tr("&Address of an ONNX model, or of a pipeline's model_index.json (http:// or https://):"), this);
    label->setBuddy(m_field);
    m_field->setAccessibleName(tr("Address of the model"));
    m_fault->setTextFormat(Qt::PlainText);
    m_fault->setAccessibleName(tr("What the address lacks"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, this);
    m_open = buttons->button(QDialogButtonBox::Open);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_field, &QLineEdit::textChanged, this, &UrlDialog::check);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(label);
    layout->addWidget(m_field);
    layout->addWidget(m_fault);
    layout->addWidget(buttons);
    check();
    m_field->selectAll();
    resizeOnScreen(*this, {72 * fontMetrics().averageCharWidth(), sizeHint().height()});
}

QString UrlDialog::address() const
{
    QString text = m_field->text().trimmed();
    for (;;) {
        const QString behind = text.mid(text.indexOf(QLatin1String("//")) + 2);
        if (!isWebAddress(text) || !isWebAddress(behind))
            return text;
        text = behind;
    }
}

void UrlDialog::check()
{
    const QString text = address();
    m_open->setEnabled(isAddress(text));
    const bool isRepaired = text != m_field->text().trimmed();
    m_fault->setText(isAddress(text)             ? (isRepaired ? tr("Opens %1").arg(text) : QString())
            : !isWebAddress(text)                ? tr("An address begins with http:// or https://.")
            : text.endsWith(QLatin1String("//")) ? tr("The name of the server follows.")
                                                 : tr("What follows is no name of a server."));
}

} // namespace weightless::ui
