// Pixels as a PNG with nothing else in it. Qt's own writer loads every plugin for pictures that is installed
// to ask which would like to write; in snug-picture none shall be that is not needed.
#pragma once

#include <cstdint>
#include <string>

namespace snug {

// Rows of four bytes a pixel (red, green, blue, opacity); opacity is left out where there is none.
struct PixelRows
{
    const unsigned char *bytes;
    std::size_t bytesPerRow;
    std::uint32_t width;
    std::uint32_t height;
};

// Empty if it would be longer than `mostBytes`.
std::string writtenPng(const PixelRows &rows, std::size_t mostBytes);

} // namespace snug
