// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/launchoptions.h"

#include "engine/inputs/tensorio.h"
#include "engine/runtime/weightstypename.h"
#include "ui/text/text.h"

#include <QCommandLineParser>
#include <QUrl>

namespace weightless::ui {

namespace {

void addOptions(QCommandLineParser& parser)
{
    parser.setApplicationDescription(LaunchParser::description());
    parser.addPositionalArgument(QStringLiteral("model"),
        LaunchParser::tr(
            "The ONNX model to open: a file, a folder of models, or an http:// or https:// address."),
        QStringLiteral("[MODEL]"));
    parser.addOptions(LaunchParser::options());
    parser.addHelpOption();
    parser.addVersionOption();
}

QString parseModes(LaunchOptions& options, const QString& text)
{
    for (const QString& name : text.split(QLatin1Char(','))) {
        const auto mode = loadModeFromString(toUtf8(name));
        if (!mode)
            return LaunchParser::tr("unknown mode '%1': auto, zero-copy, streamed or conventional").arg(name);
        options.modes.push_back(*mode);
    }
    return {};
}

QString parseDimensions(LaunchOptions& options, const QStringList& texts)
{
    for (const QString& text : texts) {
        const qsizetype equals = text.lastIndexOf(QLatin1Char('='));
        bool isNumber = false;
        const qlonglong value = text.mid(equals + 1).toLongLong(&isNumber);
        if (equals < 1 || !isNumber || value < 0)
            return LaunchParser::tr("--dim expects NAME=VALUE with a value of 0 or more, not '%1'").arg(text);
        options.freeDimensions[toUtf8(text.left(equals))] = value;
    }
    return {};
}

QString parseInputs(LaunchOptions& options, const QCommandLineParser& parser)
{
    const std::map<QString, ImageRange> ranges {{QStringLiteral("zero-one"), ImageRange::ZeroToOne},
        {QStringLiteral("minus-one-one"), ImageRange::MinusOneToOne},
        {QStringLiteral("bytes"), ImageRange::Bytes}, {QStringLiteral("imagenet"), ImageRange::ImageNet}};
    auto range = ranges.find(QStringLiteral("zero-one"));
    if (parser.isSet(QStringLiteral("image-range")))
        range = ranges.find(parser.value(QStringLiteral("image-range")));
    if (range == ranges.end())
        return LaunchParser::tr("--image-range expects zero-one, minus-one-one, bytes or imagenet");
    if (parser.isSet(QStringLiteral("image-range")))
        options.imageRange = range->second;
    for (const QString& text : parser.values(QStringLiteral("input"))) {
        const qsizetype equals = text.indexOf(QLatin1Char('='));
        if (equals < 1 || equals + 1 == text.size())
            return LaunchParser::tr("--input expects NAME=FILE, not '%1'").arg(text);
        InputSource source;
        source.path = toAbsolutePath(text.mid(equals + 1));
        source.kind = isTensorFileName(source.path) ? InputKind::File : InputKind::Image;
        source.imageRange = range->second;
        options.inputs.insert_or_assign(toUtf8(text.left(equals)), source);
    }
    return {};
}

QString parseLook(LaunchOptions& options, const QCommandLineParser& parser)
{
    if (parser.isSet(QStringLiteral("appearance"))) {
        options.appearance = appearanceFromString(parser.value(QStringLiteral("appearance")));
        if (!options.appearance)
            return LaunchParser::tr("--appearance expects system, light, dark or high-contrast");
    }
    if (parser.isSet(QStringLiteral("workspace"))) {
        const QString name = parser.value(QStringLiteral("workspace"));
        options.showsProfile = name == QLatin1String("profile");
        for (const Workspace& workspace : workspaces()) {
            if (workspace.id == (options.showsProfile ? QStringLiteral("run") : name))
                options.workspace = workspace.purpose;
        }
        if (!options.workspace)
            return LaunchParser::tr("--workspace expects explore, load, run or profile");
    }
    if (parser.isSet(QStringLiteral("size"))) {
        const QStringList sides = parser.value(QStringLiteral("size")).split(QLatin1Char('x'));
        options.size = QSize(sides.value(0).toInt(), sides.value(1).toInt());
        if (sides.size() != 2 || options.size.isEmpty())
            return LaunchParser::tr("--size expects WIDTHxHEIGHT");
    }
    return {};
}

QString readOptions(LaunchOptions& options, const QCommandLineParser& parser)
{
    const QStringList positional = parser.positionalArguments();
    if (positional.size() > 1)
        return LaunchParser::tr("one model at most, not %1").arg(positional.size());
    options.model = positional.value(0);
    // Desktops may pass a file as its address.
    if (const QUrl url(options.model); url.isLocalFile())
        options.model = url.toLocalFile();
    if (parser.isSet(QStringLiteral("device"))) {
        bool isNumber = false;
        options.device = parser.value(QStringLiteral("device")).toInt(&isNumber);
        if (!isNumber || *options.device < 0)
            return LaunchParser::tr("--device expects a number, not '%1'")
                .arg(parser.value(QStringLiteral("device")));
    }
    options.runs = parser.isSet(QStringLiteral("run"));
    options.loads = options.runs || parser.isSet(QStringLiteral("load"));
    options.quits = parser.isSet(QStringLiteral("quit"));
    options.graphFile = parser.value(QStringLiteral("export-graph"));
    options.screenshot = parser.value(QStringLiteral("screenshot"));
    if ((options.loads || !options.graphFile.isEmpty()) && options.model.isEmpty())
        return LaunchParser::tr("--load, --run and --export-graph need a MODEL");
    if (const QString error = parseInputs(options, parser); !error.isEmpty())
        return error;
    if (const QString error = parseLook(options, parser); !error.isEmpty())
        return error;
    if (parser.isSet(QStringLiteral("device-budget"))) {
        const QString size = parser.value(QStringLiteral("device-budget"));
        const auto budget = budgetSizeFromString(toUtf8(size));
        if (!budget)
            return LaunchParser::tr(
                "--device-budget expects bytes (500M, 1.5G) or a percentage (25%), not '%1'")
                .arg(size);
        options.deviceBudget = *budget;
    }
    if (parser.isSet(QStringLiteral("weights-type"))) {
        const QString type = parser.value(QStringLiteral("weights-type"));
        options.weightsType = weightsTypeFromString(toUtf8(type));
        if (!options.weightsType)
            return LaunchParser::tr("--weights-type expects fp16, bf16 or fp32, not '%1'").arg(type);
    }
    if (parser.isSet(QStringLiteral("mode"))) {
        const QString error = parseModes(options, parser.value(QStringLiteral("mode")));
        if (!error.isEmpty())
            return error;
    }
    return parseDimensions(options, parser.values(QStringLiteral("dim")));
}

} // namespace

LaunchOptions LaunchParser::parse(const QStringList& arguments)
{
    QCommandLineParser parser;
    addOptions(parser);
    LaunchOptions options;
    if (!parser.parse(arguments)) {
        options.error = parser.errorText();
        return options;
    }
    options.showsHelp = parser.isSet(QStringLiteral("help")) || parser.isSet(QStringLiteral("help-all"));
    options.showsVersion = parser.isSet(QStringLiteral("version"));
    if (!options.showsHelp && !options.showsVersion)
        options.error = readOptions(options, parser);
    return options;
}

QString LaunchParser::description()
{
    return tr(
        "Opens an ONNX model, shows what every tensor weighs, loads it into a Vulkan device without a copy "
        "in CPU memory, and runs it.");
}

QList<QCommandLineOption> LaunchParser::options()
{
    QList<QCommandLineOption> options;
    const auto add = [&options](const char* name, const QString& description, const QString& value) {
        options.append(QCommandLineOption(QString::fromLatin1(name), description, value));
    };
    add("device", tr("Use device N of the list; the best one by default."), QStringLiteral("N"));
    add("mode",
        tr("Load mode: auto, zero-copy, streamed or conventional. Several, separated by "
           "commas, are loaded in turn."),
        QStringLiteral("M"));
    add("weights-type",
        tr("Load float weights as fp16, bf16 or fp32, whatever the model stores, and compute with that "
           "type."),
        QStringLiteral("TYPE"));
    add("device-budget",
        tr("Device memory that copied weights may take: bytes (K, M, G) or a percentage of what they need, "
           "as "
           "25%. The others come while the model runs. Of a folder bytes alone, which its parts share."),
        QStringLiteral("SIZE"));
    add("dim", tr("Fix a free dimension. May be given again."), QStringLiteral("NAME=VALUE"));
    add("load", tr("Load once the model is open."), {});
    add("run",
        tr("Dispatch once it is loaded (implies --load), with the inputs that are remembered for the model, "
           "or random ones, where none are given. With --quit, --screenshot or --export-graph nothing that "
           "is remembered is used."),
        {});
    add("input", tr("Give an input of the run a picture, or a tensor as .npy or .pb. May be given again."),
        QStringLiteral("NAME=FILE"));
    add("image-range",
        tr("What a picture's pixels become: zero-one (default), minus-one-one, bytes or imagenet."),
        QStringLiteral("R"));
    add("export-graph", tr("Save the graph as .svg, .pdf, .png, .dot, .gv or .json after the last step."),
        QStringLiteral("FILE"));
    add("screenshot",
        tr("Save a picture of the window after the last step, in the format of the name's ending: .png, "
           ".jpg, "
           ".bmp or .webp where Qt has it."),
        QStringLiteral("FILE"));
    add("quit", tr("Quit after the last step: 0 when every step worked, 1 when not."), {});
    add("appearance", tr("Colours: system, light, dark or high-contrast."), QStringLiteral("A"));
    add("workspace",
        tr("Show this workspace after the last step: explore, load, run, or profile for the run's times."),
        QStringLiteral("W"));
    add("size", tr("Size of the window in pixels."), QStringLiteral("WIDTHxHEIGHT"));
    return options;
}

QString LaunchParser::helpText()
{
    QCommandLineParser parser;
    addOptions(parser);
    return parser.helpText();
}

} // namespace weightless::ui
