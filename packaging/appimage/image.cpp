// SPDX-FileCopyrightText: 2026 The Weightless developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "image.h"

#include <fstream>
#include <memory>
#include <stdexcept>
#include <vector>

extern "C" {
#include <squashfuse.h>
}

#include <elf.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>

namespace appimage {

namespace fs = std::filesystem;

namespace {

constexpr size_t chunkBytes = 1 << 20;
constexpr mode_t permissionBits = 0777;

[[noreturn]] void fail(const std::string& what, const fs::path& path)
{
    throw std::runtime_error(what + " " + path.string());
}

class Image {
public:
    Image(const fs::path& file, size_t offsetBytes)
    {
        if (sqfs_open_image(&m_image, file.c_str(), offsetBytes) != SQFS_OK) {
            fail("cannot read the image in", file);
        }
    }
    ~Image()
    {
        const sqfs_fd_t descriptor = m_image.fd;
        sqfs_destroy(&m_image);
        sqfs_fd_close(descriptor);
    }
    Image(const Image&) = delete;
    Image& operator=(const Image&) = delete;

    [[nodiscard]] sqfs* get() { return &m_image; }

private:
    sqfs m_image {};
};

void extractFile(sqfs* image, sqfs_inode& inode, const fs::path& target)
{
    const mode_t mode = inode.base.mode & permissionBits;
    std::ofstream out(target, std::ios::binary | std::ios::trunc);
    std::vector<char> chunk(chunkBytes);
    for (sqfs_off_t at = 0; static_cast<uint64_t>(at) < inode.xtra.reg.file_size;) {
        auto size = static_cast<sqfs_off_t>(chunk.size());
        if (sqfs_read_range(image, &inode, at, &size, chunk.data()) != SQFS_OK || size <= 0) {
            fail("cannot read from the image:", target);
        }
        out.write(chunk.data(), size);
        at += size;
    }
    out.close();
    if (!out || ::chmod(target.c_str(), mode) != 0) {
        fail("cannot write", target);
    }
}

void extractLink(sqfs* image, sqfs_inode& inode, const fs::path& target)
{
    size_t size = inode.xtra.symlink_size + 1;
    std::string text(size, '\0');
    if (sqfs_readlink(image, &inode, text.data(), &size) != SQFS_OK) {
        fail("cannot read from the image:", target);
    }
    fs::remove(target);
    fs::create_symlink(text.c_str(), target);
}

void extractEntry(sqfs* image, sqfs_inode_id id, const fs::path& target)
{
    sqfs_inode inode {};
    if (sqfs_inode_get(image, &inode, id) != SQFS_OK) {
        fail("cannot read from the image:", target);
    }
    fs::create_directories(S_ISDIR(inode.base.mode) ? target : target.parent_path());
    if (S_ISREG(inode.base.mode)) {
        extractFile(image, inode, target);
    } else if (S_ISLNK(inode.base.mode)) {
        extractLink(image, inode, target);
    }
}

bool isWanted(const std::string& pattern, const std::string& path)
{
    return pattern.empty() || ::fnmatch(pattern.c_str(), path.c_str(), FNM_LEADING_DIR) == 0;
}

} // namespace

size_t imageOffset(const fs::path& file)
{
    Elf64_Ehdr header {};
    std::ifstream stream(file, std::ios::binary);
    stream.read(reinterpret_cast<char*>(&header), sizeof(header));
    if (!stream || header.e_ident[EI_MAG0] != ELFMAG0 || header.e_ident[EI_CLASS] != ELFCLASS64) {
        fail("this is no AppImage:", file);
    }
    return header.e_shoff + static_cast<size_t>(header.e_shentsize) * header.e_shnum;
}

void extractImage(
    const fs::path& file, size_t offsetBytes, const fs::path& folder, const std::string& pattern)
{
    Image image(file, offsetBytes);
    fs::create_directories(folder);
    sqfs_traverse walk {};
    if (sqfs_traverse_open(&walk, image.get(), sqfs_inode_root(image.get())) != SQFS_OK) {
        fail("cannot read the image in", file);
    }
    const std::unique_ptr<sqfs_traverse, void (*)(sqfs_traverse*)> closed(&walk, sqfs_traverse_close);
    sqfs_err error = SQFS_OK;
    while (sqfs_traverse_next(&walk, &error)) {
        if (!walk.dir_end && isWanted(pattern, walk.path)) {
            extractEntry(image.get(), sqfs_dentry_inode(&walk.entry), folder / walk.path);
        }
    }
    if (error != SQFS_OK) {
        fail("cannot read the image in", file);
    }
}

} // namespace appimage
