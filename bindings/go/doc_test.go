package wattle_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"strings"
	"testing"
)

// Every exported type, function, method, field, constant and variable has a comment with its name in it, or stands in a group that has a
// comment.
func TestEverythingIsDocumented(t *testing.T) {
	files := token.NewFileSet()
	packages, err := parser.ParseDir(files, ".", func(file fs.FileInfo) bool { return !strings.HasSuffix(file.Name(), "_test.go") }, parser.ParseComments)
	must(t, err)
	checked := 0
	check := func(name *ast.Ident, own, group *ast.CommentGroup) {
		if !name.IsExported() {
			return
		}
		checked++
		if !strings.Contains(own.Text(), name.Name) && group == nil {
			t.Errorf("%s: %s has no comment of its own", files.Position(name.Pos()), name)
		}
	}
	fields := func(list *ast.FieldList) {
		for _, field := range list.List {
			for _, name := range field.Names {
				check(name, field.Doc, nil)
			}
		}
	}
	ast.Inspect(packages["wattle"], func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncDecl:
			if node.Recv == nil || isExported(node.Recv.List[0].Type) {
				check(node.Name, node.Doc, nil)
			}
			return false
		case *ast.GenDecl:
			for _, spec := range node.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					check(spec.Name, node.Doc, nil)
					if s, ok := spec.Type.(*ast.StructType); ok && spec.Name.IsExported() {
						fields(s.Fields)
					}
				case *ast.ValueSpec:
					own, group := spec.Doc, node.Doc
					if !node.Lparen.IsValid() {
						own, group = node.Doc, nil
					}
					for _, name := range spec.Names {
						check(name, own, group)
					}
				}
			}
			return false
		}
		return true
	})
	if checked < 300 {
		t.Errorf("only %d names were looked at", checked)
	}
}

// isExported says whether methods of the receiver are part of the interface.
func isExported(receiver ast.Expr) bool {
	switch receiver := receiver.(type) {
	case *ast.Ident:
		return receiver.IsExported()
	case *ast.StarExpr:
		return isExported(receiver.X)
	case *ast.IndexExpr:
		return isExported(receiver.X)
	}
	return false
}
