# How this project declares its parts: one static library a folder, one program a test.

# Defines and warnings, linked PRIVATE so that they bind our code and nobody else's.
add_library(snug_strict INTERFACE)
target_compile_definitions(snug_strict INTERFACE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_KEYWORDS
    QT_ENABLE_STRICT_MODE_UP_TO=0x060800 QT_USE_QSTRINGBUILDER)
target_compile_options(snug_strict INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
    -Woverloaded-virtual $<$<BOOL:${SNUG_WERROR}>:-Werror>)
add_library(snug_warn_conversion INTERFACE)
target_compile_options(snug_warn_conversion INTERFACE -Wconversion -Wno-sign-conversion)

# snug_library(NAME prompt FOLDER core/prompt SOURCES … LINK …): the target snug_prompt.
# Headers are found from the project's root: #include "core/prompt/source.h".
function(snug_library)
    cmake_parse_arguments(ARG "" "NAME;PCH" "SOURCES;LINK" ${ARGN})
    add_library(snug_${ARG_NAME} STATIC ${ARG_SOURCES})
    target_include_directories(snug_${ARG_NAME} PUBLIC ${PROJECT_SOURCE_DIR})
    target_link_libraries(snug_${ARG_NAME} PUBLIC ${ARG_LINK} PRIVATE snug_strict snug_warn_conversion)
    if(SNUG_PCH)
        if(ARG_PCH STREQUAL "widgets")
            target_precompile_headers(snug_${ARG_NAME} PRIVATE <QtWidgets/QtWidgets> <expected> <optional> <memory>)
        else()
            target_precompile_headers(snug_${ARG_NAME} PRIVATE <QtCore/QtCore> <expected> <optional> <memory> <variant>)
        endif()
    endif()
endfunction()

# snug_test(NAME tst_x SOURCES … LINK …): a Qt Test program that runs offscreen under ctest.
function(snug_test)
    cmake_parse_arguments(ARG "" "NAME;TIMEOUT" "SOURCES;LINK" ${ARGN})
    if(NOT ARG_SOURCES)
        set(ARG_SOURCES ${ARG_NAME}.cpp)
    endif()
    add_executable(${ARG_NAME} ${ARG_SOURCES})
    target_link_libraries(${ARG_NAME} PRIVATE ${ARG_LINK} Qt6::Test snug_strict)
    target_compile_definitions(${ARG_NAME} PRIVATE SNUG_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
    add_test(NAME ${ARG_NAME} COMMAND ${ARG_NAME})
    set_tests_properties(${ARG_NAME} PROPERTIES
        TIMEOUT $<IF:$<BOOL:${ARG_TIMEOUT}>,${ARG_TIMEOUT},300>
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;QT_FATAL_CRITICALS=0")
endfunction()
