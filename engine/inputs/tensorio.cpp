// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inputs/tensorio.h"

#include "engine/base/outputfile.h"
#include "engine/formats/npyfile.h"
#include "engine/onnx/tensorfile.h"

#include <algorithm>

namespace weightless {

namespace {

std::string lowerExtension(const std::filesystem::path& path)
{
    std::string extension = path.extension().string();
    std::ranges::transform(extension, extension.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return extension;
}

} // namespace

bool isTensorFileName(const std::filesystem::path& path)
{
    const std::string extension = lowerExtension(path);
    return extension == ".npy" || extension == ".pb";
}

HostTensor readTensor(const std::filesystem::path& path)
{
    return lowerExtension(path) == ".npy" ? readNpyFile(path) : onnx_io::readTensorFile(path);
}

void writeTensor(OutputFile& file, const HostTensor& tensor, const std::string& name)
{
    if (lowerExtension(file.target()) == ".npy") {
        writeNpy(file, tensor);
    } else {
        onnx_io::writeTensorProto(file, tensor, name);
    }
}

void writeTensor(const std::filesystem::path& path, const HostTensor& tensor, const std::string& name)
{
    OutputFile file(path);
    writeTensor(file, tensor, name);
    file.commit();
}

} // namespace weightless
