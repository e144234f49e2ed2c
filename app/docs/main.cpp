// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/docs/completion.h"
#include "app/docs/manpage.h"
#include "app/docs/windowdocs.h"
#include "engine/base/error.h"

#include <filesystem>
#include <fstream>
#include <iostream>

namespace {

void write(const std::filesystem::path& file, const std::string& text)
{
    std::filesystem::create_directories(file.parent_path());
    std::ofstream stream(file, std::ios::binary);
    stream << text;
    if (!stream.flush()) {
        throw weightless::Error(weightless::ErrorKind::Io, "Cannot write " + file.string());
    }
}

} // namespace

// weightless_docs FOLDER ICON.svg: what is installed beside the programs and made from them.
int main(int argc, char** argv)
{
    using namespace weightless;
    if (argc != 3) {
        std::cerr << "usage: weightless_docs FOLDER ICON.svg\n";
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    try {
        const std::vector<cli::Verb> verbs = cli::allVerbs();
        write(folder / "man/weightless-cli.1", docs::commandLineManPage(verbs));
        write(folder / "completions/weightless-cli", docs::bashCompletion(verbs));
        write(folder / "completions/_weightless-cli", docs::zshCompletion(verbs));
        write(folder / "completions/weightless-cli.fish", docs::fishCompletion(verbs));
        const docs::WindowOptions window = docs::windowOptions(argc, argv);
        write(folder / "man/weightless.1", docs::windowManPage(window.description, window.options));
        docs::drawIcons(argv[2], folder / "icons");
    } catch (...) {
        std::cerr << "weightless_docs: error: " << currentError().message() << "\n";
        return 1;
    }
    return 0;
}
