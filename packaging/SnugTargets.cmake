# How this project declares its parts: one static library a folder, one program a test.

# Defines and warnings, linked PRIVATE so that they bind our code and nobody else's.
add_library(snug_strict INTERFACE)
target_compile_definitions(snug_strict INTERFACE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_KEYWORDS
    QT_ENABLE_STRICT_MODE_UP_TO=0x060800 QT_USE_QSTRINGBUILDER)
target_compile_options(snug_strict INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
    -Woverloaded-virtual $<$<BOOL:${SNUG_WERROR}>:-Werror>
    # GCC 14 sees unset members in std::variant once all is inlined, in its own headers and in Qt's.
    $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU>>:-Wno-maybe-uninitialized>)
# This check tries memory through a pipe, and the confined programs may not open one.
if(CMAKE_CXX_FLAGS MATCHES "fsanitize=[a-z,-]*undefined")
    add_compile_options(-fno-sanitize=vptr)
endif()
add_library(snug_warn_conversion INTERFACE)
target_compile_options(snug_warn_conversion INTERFACE -Wconversion -Wno-sign-conversion)

# Two precompiled sets of headers, shared by all libraries; they only save time, every file
# includes what it needs. Reading one costs each file its share of a second, so the first has but what
# nearly all of core uses: with all of QtCore it takes twice as long.
if(SNUG_PCH)
    file(WRITE ${CMAKE_BINARY_DIR}/pch.cpp "")
    add_library(snug_pch_core OBJECT ${CMAKE_BINARY_DIR}/pch.cpp)
    target_link_libraries(snug_pch_core PRIVATE Qt6::Core snug_strict snug_warn_conversion)
    target_precompile_headers(snug_pch_core PRIVATE <QByteArray> <QCoreApplication> <QDateTime> <QHash> <QList>
        <QMap> <QObject> <QSet> <QString> <QStringList> <QStringView> <QVariant>
        <algorithm> <expected> <functional> <memory> <optional> <ranges> <variant>)
    add_library(snug_pch_widgets OBJECT ${CMAKE_BINARY_DIR}/pch.cpp)
    target_link_libraries(snug_pch_widgets PRIVATE Qt6::Widgets snug_strict snug_warn_conversion)
    target_precompile_headers(snug_pch_widgets PRIVATE <QtWidgets/QtWidgets> <expected> <optional> <memory> <variant>)
    set_target_properties(snug_pch_core snug_pch_widgets PROPERTIES AUTOMOC OFF)
endif()

function(snug_reuse_pch target which)
    if(SNUG_PCH AND which STREQUAL "widgets")
        target_precompile_headers(${target} REUSE_FROM snug_pch_widgets)
    elseif(SNUG_PCH)
        target_precompile_headers(${target} REUSE_FROM snug_pch_core)
    endif()
endfunction()

# snug_library(NAME prompt FOLDER core/prompt SOURCES … LINK …): the target snug_prompt.
# Headers are found from the project's root: #include "core/prompt/source.h".
function(snug_library)
    cmake_parse_arguments(ARG "" "NAME;PCH" "SOURCES;LINK" ${ARGN})
    add_library(snug_${ARG_NAME} STATIC ${ARG_SOURCES})
    target_include_directories(snug_${ARG_NAME} PUBLIC ${PROJECT_SOURCE_DIR})
    target_link_libraries(snug_${ARG_NAME} PUBLIC ${ARG_LINK} PRIVATE snug_strict snug_warn_conversion)
    snug_reuse_pch(snug_${ARG_NAME} "${ARG_PCH}")
    set_property(GLOBAL APPEND PROPERTY SNUG_TRANSLATED snug_${ARG_NAME})
endfunction()

# snug_test(NAME tst_x LINK …): a Qt Test class that runs offscreen under ctest. All of a folder are compiled into
# one program, snug_tests_<folder>, which runs the one that its first argument names (tests/testregistry.h); each is
# a test of ctest and a target all the same. ALONE is a program of its own, with its own main().
# RUNNER is a program that is given the command and runs it.
function(snug_test)
    cmake_parse_arguments(ARG "ALONE" "NAME;TIMEOUT;PCH;RUNNER" "SOURCES;LINK" ${ARGN})
    if(NOT ARG_SOURCES)
        set(ARG_SOURCES ${ARG_NAME}.cpp)
    endif()
    if(ARG_ALONE)
        set(program ${ARG_NAME})
        set(command $<TARGET_FILE:${program}>)
    else()
        file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR}/tests ${CMAKE_CURRENT_SOURCE_DIR})
        string(REPLACE "/" "_" program snug_tests_${folder})
        set(command $<TARGET_FILE:${program}> ${ARG_NAME})
    endif()
    if(NOT TARGET ${program})
        add_executable(${program})
        set_target_properties(${program} PROPERTIES AUTOMOC OFF)
        target_link_libraries(${program} PRIVATE Qt6::Test snug_strict)
        target_compile_definitions(${program} PRIVATE SNUG_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
        # It is about headers, and takes files that are compiled together for such.
        target_compile_options(${program} PRIVATE
            $<$<AND:$<BOOL:${CMAKE_UNITY_BUILD}>,$<CXX_COMPILER_ID:GNU>>:-Wno-subobject-linkage>)
        target_include_directories(${program} PRIVATE ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR})
        snug_reuse_pch(${program} "${ARG_PCH}")
        if(NOT ARG_ALONE)
            target_sources(${program} PRIVATE ${PROJECT_SOURCE_DIR}/tests/testmain.cpp)
        endif()
    endif()
    # One moc run for the test itself: CMake's own would compile another file for each of them.
    qt_generate_moc(${ARG_NAME}.cpp ${ARG_NAME}.moc TARGET ${program})
    target_sources(${program} PRIVATE ${ARG_SOURCES} ${CMAKE_CURRENT_BINARY_DIR}/${ARG_NAME}.moc)
    target_link_libraries(${program} PRIVATE ${ARG_LINK})
    if(NOT ARG_ALONE)
        add_custom_target(${ARG_NAME} DEPENDS ${program})
    endif()
    add_test(NAME ${ARG_NAME} COMMAND ${ARG_RUNNER} ${command})
    set_tests_properties(${ARG_NAME} PROPERTIES
        TIMEOUT $<IF:$<BOOL:${ARG_TIMEOUT}>,${ARG_TIMEOUT},300>
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;QT_FATAL_CRITICALS=0")
endfunction()
