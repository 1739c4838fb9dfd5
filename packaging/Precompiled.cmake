# One precompiled header for the files without a window and one for those with: the headers of Qt and of the standard
# library are a quarter of what compiling costs. Not CMake's own, which would make one a library, each as dear as it.
#
# Only with clang, whose one serves files that are optimised differently. The compilers' results in ccache go by a sum
# of what such a header says (CCACHE_PCH_EXTSUM), so that folders with the same sources share them.
option(SNUG_PRECOMPILED_HEADERS "Read Qt's headers once (clang only)" ON)

# What a target takes, core, window or nothing (whose program is without Qt): the variable of that name where it is made.
define_property(TARGET PROPERTY SNUG_PRECOMPILED INITIALIZE_FROM_VARIABLE SNUG_PRECOMPILED
    BRIEF_DOCS "Which precompiled header")
set(SNUG_PRECOMPILED core)

function(snug_precompile name)
    cmake_parse_arguments(ARG "" "" "QT" ${ARGN})
    string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
    separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${config}}")
    set(definitions "-D$<JOIN:$<TARGET_PROPERTY:snug_strict,INTERFACE_COMPILE_DEFINITIONS>,$<SEMICOLON>-D>")
    foreach(module IN LISTS ARG_QT)
        # The compiler's own folder (OpenGL's headers are there) must stay where the compiler has it.
        list(APPEND folders
            "$<FILTER:$<TARGET_PROPERTY:Qt6::${module},INTERFACE_INCLUDE_DIRECTORIES>,EXCLUDE,^/usr/include$>")
    endforeach()
    list(TRANSFORM folders REPLACE "(.+)" "-isystem$<SEMICOLON>$<JOIN:\\1,$<SEMICOLON>-isystem$<SEMICOLON>>")
    set(header ${PROJECT_SOURCE_DIR}/packaging/precompiled/${name}.h)
    set(made ${CMAKE_BINARY_DIR}/${name}.pch)
    set(compile ${CMAKE_CXX_COMPILER} ${flags} -std=c++23 ${definitions} -DQT_NO_DEBUG ${folders}
        -Xclang -fno-pch-timestamp -fpch-instantiate-templates -x c++-header ${header})
    add_custom_command(OUTPUT ${made} ${made}.sum DEPENDS ${header} ${PROJECT_SOURCE_DIR}/packaging/precompiled/core.h
        DEPFILE ${made}.d COMMENT "Reading Qt's headers for ${name}" VERBATIM COMMAND_EXPAND_LISTS
        COMMAND sh ${PROJECT_SOURCE_DIR}/packaging/precompile.sh ${made} ${compile})
    add_custom_target(snug_precompiled_${name} DEPENDS ${made})
endfunction()

if(SNUG_PRECOMPILED_HEADERS AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    snug_precompile(core QT Core)
    snug_precompile(window QT Core Gui Widgets Concurrent)
    add_dependencies(snug_strict snug_precompiled_core snug_precompiled_window)
    set(taken $<TARGET_PROPERTY:SNUG_PRECOMPILED>)
    target_compile_options(snug_strict INTERFACE
        "$<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${taken}>>:SHELL:-include-pch ${CMAKE_BINARY_DIR}/${taken}.pch -Xclang -fno-pch-timestamp>")
endif()
