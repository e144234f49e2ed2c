// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/generate/pngfile.h"

#include "engine/base/outputfile.h"
#include "engine/base/text.h"
#include "engine/images/encodepng.h"

namespace weightless::cli {

void writePng(
    const std::filesystem::path& path, const diffusion::RgbPicture& picture, std::string_view parameters)
{
    const std::string png =
        encodePng(picture.pixels, picture.width, picture.height, "parameters", validUtf8(parameters));
    OutputFile file(path);
    file.write(png);
    file.commit();
}

} // namespace weightless::cli
