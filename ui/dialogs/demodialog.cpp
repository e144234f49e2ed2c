// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/demodialog.h"

#include "engine/model/parametercount.h"
#include "ui/text/text.h"
#include "widgets/formatbytes.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>

namespace weightless::ui {

QString DemoDialog::title(DemoChoice model)
{
    if (const auto* part = std::get_if<DemoPart>(&model)) {
        switch (*part) {
        case DemoPart::Sd15Unet:
            return tr("Stable Diffusion 1.5 UNet");
        case DemoPart::Sd15Vae:
            return tr("Stable Diffusion 1.5 VAE decoder");
        case DemoPart::Sd15Clip:
            return tr("Stable Diffusion 1.5 CLIP text encoder");
        }
        return {};
    }
    if (std::holds_alternative<DemoFolder>(model))
        return tr("Stable Diffusion 1.5, All Parts");
    switch (std::get<DemoArchitecture>(model)) {
    case DemoArchitecture::Decoder:
        return tr("Language Model");
    case DemoArchitecture::DecoderInt4:
        return tr("Language Model of 4-bit Weights");
    case DemoArchitecture::Bert:
        return tr("BERT Text Encoder");
    case DemoArchitecture::Vit:
        return tr("ViT Image Classifier");
    case DemoArchitecture::WhisperEncoder:
        return tr("Whisper Speech Encoder");
    case DemoArchitecture::WhisperDecoder:
        return tr("Whisper Text Decoder");
    case DemoArchitecture::Detector:
        return tr("Object Detector");
    case DemoArchitecture::Speech:
        return tr("Voice Detector");
    case DemoArchitecture::Trees:
        return tr("Tree Ensemble");
    }
    return {};
}

QString DemoDialog::fileName(DemoChoice model)
{
    std::string_view name;
    if (std::holds_alternative<DemoFolder>(model))
        return QStringLiteral("sd15-folder"); // as make-demo calls it
    if (const auto* part = std::get_if<DemoPart>(&model))
        name = demoPartName(*part);
    for (const ArchitectureName& entry : demoArchitectures())
        if (model == DemoChoice(entry.architecture))
            name = entry.name;
    return fromUtf8(name) + QStringLiteral(".onnx");
}

DemoDialog::DemoDialog(DemoChoice model, QWidget* parent)
    : QDialog(parent)
    , m_model(model)
    , m_scale(new QComboBox(this))
    , m_type(new QComboBox(this))
    , m_layout(new QComboBox(this))
    , m_opset(new QComboBox(this))
    , m_seed(new QSpinBox(this))
    , m_dynamic(new QCheckBox(tr("&Free dimensions (batch, height, width)"), this))
    , m_size(new QLabel(this))
{
    setWindowTitle(title(model));
    for (const int scale : {1, 2, 4, 8, 16, 32})
        m_scale->addItem(scale == 1 ? tr("real size") : tr("channels divided by %1").arg(scale), scale);
    m_scale->setCurrentIndex(3);
    m_type->addItem(tr("float16"), static_cast<int>(DataType::Float16));
    m_type->addItem(tr("float32"), static_cast<int>(DataType::Float32));
    m_layout->addItem(tr("beside the model (external data)"), false);
    m_layout->addItem(tr("inside the model file"), true);
    m_opset->addItem(QStringLiteral("17"), 17);
    m_opset->addItem(QStringLiteral("14"), 14);
    m_seed->setRange(0, std::numeric_limits<int>::max());
    m_seed->setValue(1);
    m_dynamic->setChecked(true);
    // Voices are heard in float32, and trees know nothing else.
    const bool hasTypes =
        model != DemoChoice(DemoArchitecture::Speech) && model != DemoChoice(DemoArchitecture::Trees);
    m_type->setCurrentIndex(hasTypes ? 0 : 1);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("&Write…"));
    auto* form = new QFormLayout(this);
    const bool isFolder = std::holds_alternative<DemoFolder>(model);
    auto* about = new QLabel(isFolder
            ? tr("Writes a folder of text encoder, UNet, VAE decoder and tokenizer with seeded random "
                 "weights: for trying out pictures from words, which will be noise.")
            : tr("Writes the true topology with seeded random weights: for trying things out, not for "
                 "pictures."),
        this);
    about->setWordWrap(true);
    form->addRow(about);
    form->addRow(tr("S&cale:"), m_scale);
    form->addRow(tr("&Type:"), m_type);
    form->addRow(tr("Wei&ghts:"), m_layout);
    form->addRow(tr("&Opset:"), m_opset);
    form->addRow(tr("See&d:"), m_seed);
    form->addRow(m_dynamic);
    form->setRowVisible(m_type, hasTypes);
    form->setRowVisible(m_opset, isPart() || isFolder);
    form->setRowVisible(m_dynamic, isPart());
    form->addRow(tr("Size:"), m_size);
    form->addRow(buttons);
    nameControls();
    connect(m_scale, &QComboBox::currentIndexChanged, this, &DemoDialog::showSize);
    connect(m_type, &QComboBox::currentIndexChanged, this, &DemoDialog::showSize);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    showSize();
}

void DemoDialog::nameControls()
{
    m_scale->setAccessibleName(tr("Scale"));
    m_type->setAccessibleName(tr("Type of the weights"));
    m_layout->setAccessibleName(tr("Where the weights are"));
    m_opset->setAccessibleName(tr("Opset"));
    m_seed->setAccessibleName(tr("Seed"));
    m_dynamic->setAccessibleName(tr("Free dimensions"));
    m_size->setAccessibleName(tr("Size of the weights"));
}

DemoOptions DemoDialog::options() const
{
    DemoOptions options;
    options.scale = m_scale->currentData().toInt();
    options.type = static_cast<DataType>(m_type->currentData().toInt());
    options.isInline = m_layout->currentData().toBool();
    options.opset = m_opset->currentData().toInt();
    options.seed = static_cast<uint64_t>(m_seed->value());
    options.hasDynamicAxes = m_dynamic->isChecked();
    return options;
}

void DemoDialog::showSize()
{
    const DemoOptions given = options();
    qint64 parameters = 0, bytes = 0;
    const auto add = [&](const Model& model) {
        parameters += static_cast<qint64>(countParameters(model));
        bytes += static_cast<qint64>(totalsOf(model).constantBytes);
    };
    if (const auto* architecture = std::get_if<DemoArchitecture>(&m_model))
        add(demoModel(*architecture, architectureOptions(given)));
    else if (const auto* part = std::get_if<DemoPart>(&m_model))
        add(demoModel(*part, given));
    else
        for (const DemoPart each : {DemoPart::Sd15Clip, DemoPart::Sd15Unet, DemoPart::Sd15Vae})
            add(demoModel(each, given));
    m_size->setText(tr("%1 parameters, %2").arg(QLocale().toString(parameters), widgets::formatBytes(bytes)));
}

} // namespace weightless::ui
