// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/modetext.h"

#include "ui/text/text.h"

namespace weightless::ui {

QString ModeText::name(LoadMode mode)
{
    switch (mode) {
    case LoadMode::Auto:
        return tr("automatic");
    case LoadMode::ZeroCopy:
        return tr("zero-copy");
    case LoadMode::Streamed:
        return tr("streamed");
    case LoadMode::Conventional:
        return tr("conventional");
    }
    return {};
}

QString ModeText::description(LoadMode mode)
{
    switch (mode) {
    case LoadMode::Auto:
        return tr("Zero-copy where the device can use the file's own pages, otherwise streamed.");
    case LoadMode::ZeroCopy:
        return tr("The file's own pages become device memory. What cannot be imported is streamed.");
    case LoadMode::Streamed:
        return tr("Readers fill a small ring of slices, or device memory itself.");
    case LoadMode::Conventional:
        return tr("What frameworks do: every weight is copied three times in CPU memory. Only to show the "
                  "difference.");
    }
    return {};
}

QString ModeText::path(LoadPath path)
{
    switch (path) {
    case LoadPath::Imported:
        return tr("imported");
    case LoadPath::Direct:
        return tr("direct");
    case LoadPath::Staged:
        return tr("staged");
    case LoadPath::Converted:
        return tr("converted");
    case LoadPath::Conventional:
        return tr("conventional");
    case LoadPath::Shared:
        return tr("shared");
    }
    return {};
}

QString ModeText::order(LoadOrder order)
{
    switch (order) {
    case LoadOrder::File:
        return tr("as they lie in the file");
    case LoadOrder::Largest:
        return tr("the largest first");
    case LoadOrder::Execution:
        return tr("as a run needs them");
    }
    return {};
}

int ModeText::look(LoadMode mode)
{
    switch (mode) {
    case LoadMode::ZeroCopy:
        return 0;
    case LoadMode::Streamed:
        return 1;
    case LoadMode::Conventional:
        return 2;
    case LoadMode::Auto:
        break;
    }
    return 3;
}

QString ModeText::phase(const std::string& phase)
{
    if (phase == "preparing")
        return tr("preparing");
    if (phase == "setting")
        return tr("setting constants");
    if (phase == "parsing")
        return tr("parsing the model");
    if (phase == "building")
        return tr("copying into the builder");
    if (phase == "staging")
        return tr("copying into staging");
    if (phase == "uploading")
        return tr("uploading");
    if (phase == "giving back")
        return tr("giving copies back");
    return fromUtf8(phase);
}

} // namespace weightless::ui
