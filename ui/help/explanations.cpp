// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/explanations.h"

namespace weightless::ui {

QString Explanations::panel(Panel panel)
{
    switch (panel) {
    case Panel::Outline:
        return tr(
            "The model's parts as a tree, made of the names of its nodes, with the bytes that each part's "
            "weights take. Choose one to see it in the graph.");
    case Panel::Graph:
        return tr("What the model computes: each box is an operation or a group of them, each line a tensor. "
                  "Open a group with a double click. Boxes fill as their weights are loaded.");
    case Panel::Properties:
        return tr(
            "Everything known of what is selected, and the operator's description from the ONNX standard.");
    case Panel::Tensors:
        return tr("The model's stored tensors and what each weighs. <b>Hollow</b>: its place in the graph is "
                  "known, its bytes have not been loaded. <b>Set</b>: its bytes are in device memory. "
                  "<b>Known</b>: it is so small that it was read with the structure.");
    case Panel::Load:
        return tr(
            "How the weights get into the device: the mode, their order, what that will need, and how far "
            "it is.");
    case Panel::Memory:
        return tr(
            "Memory over time while weights are loaded and the model runs. <b>Device</b> is what the model "
            "needs wherever it lies; <b>CPU beyond the weights</b> is what loading costs on top of that: "
            "copies, buffers and what the parser keeps.");
    case Panel::Run:
        return tr(
            "A value for every input of the model – random numbers, a file, a picture – and how often to "
            "run it.");
    case Panel::Results:
        return tr(
            "What came out of the last run: values, statistics, pictures where an output is one, and how "
            "long each step took.");
    case Panel::Problems:
        return tr("What went wrong or was found wrong, and what to do about it.");
    case Panel::Values:
        return tr(
            "What is in the selected tensor: how its values are spread, how many are zero or no numbers, and "
            "any slice of it. A weight is read from its file, and nothing else of it; a value between two "
            "nodes is computed for the inputs of the last run.");
    case Panel::Bookmarks:
        return tr(
            "Nodes that you marked, with your notes. They are kept for each model, and stand on the graph as "
            "ribbons.");
    }
    return {};
}

QString Explanations::needs()
{
    return tr("What loading in the chosen mode will need, of the memory that is free on the device. It is "
              "predicted from the structure alone, before a weight is read. The parts are the weights, the "
              "activations (the values in between while the model runs), and CPU memory beyond the weights.");
}

QString Explanations::mode()
{
    return tr(
        "<b>Zero-copy</b>: the file's own pages become device memory, nothing is copied.<br>"
        "<b>Streamed</b>: weights pass through a small ring of buffers, whatever the model's size.<br>"
        "<b>Conventional</b>: what frameworks usually do, about three copies in CPU memory; to compare.<br>"
        "<b>Automatic</b>: zero-copy where the device can, otherwise streamed.");
}

QString Explanations::device()
{
    return tr(
        "The Vulkan device whose memory takes the weights, and which runs the model. It can be changed while "
        "no weight is loaded.");
}

QString Explanations::nextStep()
{
    return tr(
        "What comes next: open a model, load its weights, run it. While something goes on, the same button "
        "pauses or stops it.");
}

QString Explanations::guide()
{
    const auto paragraph = [](const QString& text) { return QStringLiteral("<p>%1</p>").arg(text); };
    const auto heading = [](const QString& text) { return QStringLiteral("<h3>%1</h3>").arg(text); };
    const auto row = [](const QString& name, const QString& text) {
        return QStringLiteral(
            "<tr><td><b>%1</b></td><td style=\"padding-left:16px; padding-bottom:6px\">%2</td></tr>")
            .arg(name, text);
    };
    return heading(tr("What is hollow loading?"))
        + paragraph(
            tr("A model is two things: a structure – which operations there are and how they are connected "
               "– and weights, the numbers in it. The structure is small; the weights are nearly all of "
               "the file. Programs usually read both into CPU memory and copy the weights from there to "
               "the graphics device, so that for a while there are two or three copies of them."))
        + paragraph(
            tr("Weightless reads the structure alone. The weights are declared without their bytes: they "
               "are <i>hollow</i>. The graph is built and planned, and what it will need is known. Then "
               "each weight is <i>set</i>, one at a time, straight into the device's memory."))
        + QStringLiteral("<p><img src=\"picture:hollow\"></p><table width=\"100%\"><tr>"
                         "<td width=\"50%\">%1</td><td width=\"50%\">%2</td></tr></table>")
              .arg(tr("Conventional: CPU memory (line) climbs to a multiple of the model before the device "
                      "(area) "
                      "has it."),
                  tr("Streamed or zero-copy: only the device's memory grows, and the model is ready sooner."))
        + heading(tr("What the curves mean")) + QStringLiteral("<table>")
        + row(tr("Device: weights"), tr("bytes of weights that are in device memory"))
        + row(tr("Device: activations"), tr("room for the values in between while the model runs"))
        + row(tr("CPU beyond the weights"),
            tr("what loading costs on top: copies, the staging ring, the parser's own. On a device that "
               "shares its "
               "memory "
               "with the CPU, the weights themselves are not counted here"))
        + row(tr("Process memory"),
            tr("all that the system counts for this program; includes the device's share "
               "where it lies in the same memory"))
        + QStringLiteral("</table>") + heading(tr("The modes")) + paragraph(mode()) + heading(tr("Values"))
        + paragraph(
            tr("Choose a tensor or a node in Explore and open the Values panel (Alt+0): how the numbers are "
               "spread, how many are zero, NaN or infinite, and any slice of them as a table or a heat map. "
               "A weight is read from its place in the file, so that this works before anything is loaded; "
               "after a run the values between any two nodes can be computed and looked at."))
        + heading(tr("Three workspaces"))
        + paragraph(
            tr("<b>Explore</b> shows what is in a model, <b>Load</b> puts its weights into the device and "
               "draws what that costs, <b>Run</b> computes its outputs. Panels can be moved, and each "
               "workspace remembers how it was left; View > Reset Layout brings the first arrangement "
               "back. Press Shift+F1 and click on anything to ask what it is."));
}

} // namespace weightless::ui
