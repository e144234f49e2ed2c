// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/savedialog.h"

#include "engine/base/bytes.h"
#include "widgets/formatbytes.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QStandardItemModel>

#include <algorithm>
#include <utility>

namespace weightless::ui {

using onnx_io::StoredWeights;
using onnx_io::WeightLayout;

SaveDialog::SaveDialog(ModelDocumentPtr document, QWidget* parent)
    : QDialog(parent)
    , m_document(std::move(document))
    , m_layout(new QComboBox(this))
    , m_weights(new QComboBox(this))
    , m_shards(new QComboBox(this))
    , m_hint(new QLabel(this))
{
    setWindowTitle(tr("Save a Copy"));
    m_layout->addItem(tr("beside the model (external data)"), static_cast<int>(WeightLayout::External));
    m_layout->addItem(tr("inside the model file"), static_cast<int>(WeightLayout::Inline));
    addTypes();
    m_shards->addItem(tr("in one file"), QVariant::fromValue<qulonglong>(0));
    for (const uint64_t size : {256 * MiB, 512 * MiB, 1 * GiB, 2 * GiB, 4 * GiB}) {
        m_shards->addItem(tr("in files of up to %1").arg(widgets::formatBytes(static_cast<qint64>(size))),
            QVariant::fromValue<qulonglong>(size));
    }
    m_hint->setWordWrap(true);
    m_hint->setMinimumHeight(5 * fontMetrics().lineSpacing());
    m_hint->setAlignment(Qt::AlignLeft | Qt::AlignTop);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("&Save…"));
    auto* form = new QFormLayout(this);
    form->addRow(tr("Wei&ghts:"), m_layout);
    form->addRow(tr("&Type:"), m_weights);
    form->addRow(tr("&Data:"), m_shards);
    form->addRow(m_hint);
    form->addRow(buttons);
    m_layout->setAccessibleName(tr("Where the weights are"));
    m_weights->setAccessibleName(tr("Type that large weights are stored as"));
    m_shards->setAccessibleName(tr("Size of the data files"));
    m_hint->setAccessibleName(tr("What will be written"));
    connect(m_layout, &QComboBox::currentIndexChanged, this, &SaveDialog::update);
    connect(m_weights, &QComboBox::currentIndexChanged, this, &SaveDialog::update);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    update();
}

// What would change nothing is not offered.
void SaveDialog::addTypes()
{
    m_weights->addItem(tr("as they are"), static_cast<int>(StoredWeights::AsTheyAre));
    const std::pair<StoredWeights, QString> types[] {{StoredWeights::Float16, tr("float32 as float16")},
        {StoredWeights::BFloat16, tr("float32 as bfloat16")},
        {StoredWeights::Float32, tr("float16 as float32")}};
    for (const auto& [type, text] : types) {
        const auto estimate = onnx_io::estimateStored(m_document->model, type);
        if (estimate.convertedTensors == 0)
            continue;
        const bool isPossible = m_document->model.opset() >= estimate.leastOpset;
        m_weights->addItem(
            isPossible ? text : tr("%1 (from operator set %2 on)").arg(text).arg(estimate.leastOpset),
            static_cast<int>(type));
        if (auto* items = qobject_cast<QStandardItemModel*>(m_weights->model()))
            items->item(m_weights->count() - 1)->setEnabled(isPossible);
    }
    m_weights->setEnabled(m_weights->count() > 1);
}

onnx_io::SaveOptions SaveDialog::options() const
{
    onnx_io::SaveOptions options;
    options.files.layout = static_cast<WeightLayout>(m_layout->currentData().toInt());
    options.weights = static_cast<StoredWeights>(m_weights->currentData().toInt());
    if (options.files.layout == WeightLayout::External)
        options.files.shardBytes = m_shards->currentData().toULongLong();
    return options;
}

void SaveDialog::update()
{
    const onnx_io::SaveOptions chosen = options();
    m_shards->setEnabled(chosen.files.layout == WeightLayout::External);
    const qint64 stored = m_document->storedBytes;
    const qint64 bytes =
        std::max<qint64>(0, stored + onnx_io::estimateStored(m_document->model, chosen.weights).addedBytes);
    QStringList texts;
    if (chosen.weights == StoredWeights::AsTheyAre)
        texts.append(tr("%1 of weights.").arg(widgets::formatBytes(stored)));
    else
        texts.append(tr("About %1 of weights instead of %2.")
                         .arg(widgets::formatBytes(bytes), widgets::formatBytes(stored)));
    texts.append(tr("The structure is copied as it stands; this model's own files are never replaced."));
    if (m_weights->count() == 1)
        texts.append(
            tr("It has no large weights of float32 or float16 that could be stored as another type."));
    if (chosen.weights == StoredWeights::Float16 || chosen.weights == StoredWeights::BFloat16)
        texts.append(tr(
            "Inputs, outputs and all computing keep float32: each weight is widened again by a Cast node."));
    else if (chosen.weights == StoredWeights::Float32)
        texts.append(tr(
            "Inputs, outputs and all computing keep float16: each weight is narrowed again by a Cast node."));
    if (chosen.files.layout == WeightLayout::Inline && bytes >= qint64 {1} << 31)
        texts.append(tr("That is too much for one file, which ends at 2 GiB."));
    m_hint->setText(texts.join(QLatin1Char(' ')));
}

} // namespace weightless::ui
